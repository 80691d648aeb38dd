// drivers.mjs: scripted models that test the sample app com.example.notes, well
// or badly, by the contract's tools. Each is a script for startModel().
//
// A driver continues when results of its calls have come; the same request again, after a fault,
// gets the same reply again.

const fingerprint = (turn) =>
  JSON.stringify([turn.messages.length, turn.user.length, turn.last.map((result) => result.text)]);

// answer(turn, driver) is called once for each new turn. The driver is the
// script, with a record of the turns it has answered.
export function driver(answer) {
  let seen, reply;
  const script = (turn) => {
    const now = fingerprint(turn);
    if (now !== seen) {
      seen = now;
      reply = answer(turn, script);
      script.turns.push({ last: turn.last, reply });
    }
    return reply;
  };
  return Object.assign(script, { turns: [], surprises: [] });
}

const call = (name, args = {}) => ({ name, args });
export const steps = {
  start: (appPackage = 'com.example.notes') => call('startTestingScenario', { appPackage }),
  type: (fieldSelector, text, more) => call('inputText', { fieldSelector, text, ...more }),
  tap: (text, more) => call('tap', { text, ...more }),
  sees: (text, more) => call('verifyElementVisible', { text, ...more }),
  misses: (text, more) => call('verifyElementNotVisible', { text, ...more }),
  done: (step, verdict = 'PASS', reason = 'as expected') => call('stepDone', { step, verdict, reason }),
  other: call,
};

const good = /^(OK|TAPPED|VISIBLE)\b/;
const words = (plan) => plan.map((_, index) => `Step ${index + 1}: PASS — it was so`).join('\n');

// Follow a plan: for each step of the scenario the calls of each turn. A failed call is tried twice
// more, then the step is reported as failed.
export function goodTester(plan, { thought = 'I look at the screen first.', started = false } = {}) {
  const turns = [
    ...(started ? [] : [[steps.start()]]),
    ...plan.flatMap((step, index) => [...step, [steps.done(index + 1)]]),
  ];
  let next = 0;
  let tries = 0;
  return driver((turn, script) => {
    const due = turns[next - 1];
    const wrong = due && turn.last.find((result) => !good.test(result.text));
    if (wrong) script.surprises.push(`${wrong.name} ${JSON.stringify(wrong.args)}: ${wrong.text.slice(0, 300)}`);
    if (wrong && ++tries <= 2) return { thought: 'Once more.', calls: due };
    tries = 0;
    if (next === turns.length) {
      next++;
      return { thought: 'All is done.', text: words(plan) };
    }
    if (next > turns.length) return { text: words(plan) };
    return { thought, ...(next % 3 === 0 ? { text: 'Next. ✓' } : {}), calls: turns[next++] };
  });
}

export const notes = {
  packageName: 'com.example.notes',
  goal: 'A user can log in, find a note, open it, and see the version of the app',
  steps: [
    'Log in as demo@example.com with the password {{password}}; the list of notes is shown',
    'Search for "Meeting"; "Note 1 Meeting" is found',
    'Open "Note 1 Meeting"; it can be edited',
    'Go back; the results are shown again',
    'Leave the search and open the settings; notes can be synchronised',
  ],
};
export const notesPlan = [
  [
    [
      steps.type('email', 'demo@example.com', { selectorType: 'resource-id' }),
      steps.type('password', '{{password}}', { selectorType: 'resource-id' }),
    ],
    [steps.tap('Log in')],
    [steps.sees('New note')],
  ],
  [
    [steps.tap('Search', { selectorType: 'content-desc' })],
    [steps.type('query', 'Meeting', { selectorType: 'resource-id' })],
    [steps.sees('Note 1 Meeting')],
  ],
  [[steps.tap('Note 1 Meeting')], [call('takeScreenshot', { goalName: 'note' })], [steps.sees('Edit note')]],
  [[call('goBack')], [steps.sees('Note 1 Meeting')]],
  [[call('goBack')], [steps.tap('Settings', { selectorType: 'content-desc' })], [steps.sees('Synchronise')]],
];

// Says that all is well, whatever was measured.
export const liar = (count = 1) => {
  const turns = [
    [steps.start()],
    [steps.sees('Congratulations, you have won')],
    ...Array.from({ length: count }, (_, k) => [steps.done(k + 1)]),
  ];
  let next = 0;
  return driver(() =>
    next < turns.length ? { calls: turns[next++] } : { text: 'All passed.\nStep 1: PASS — I saw it with my own eyes' },
  );
};

// Claims without looking at all.
export const claimer = (count = 1) => {
  const turns = [[steps.start()], ...Array.from({ length: count }, (_, k) => [steps.done(k + 1)])];
  let next = 0;
  return driver(() => (next < turns.length ? { calls: turns[next++] } : { text: 'Step 1: PASS — trust me' }));
};

// The same call for ever.
export const looper = (again = steps.tap('Log in')) => driver(() => ({ calls: [again] }));

// A new call each time, and never an end.
export const wanderer = () => {
  let count = 0;
  return driver(() => ({ calls: [call('findUiElementsByText', { text: `nothing ${++count}` })] }));
};

// Calls of unknown tools and with wrong arguments; then it continues as the plan says.
export const stumbler = (plan) => {
  const odd = [
    [call('executeShell', { command: 'rm -rf /' })],
    [call('tap')],
    [call('tap', { text: '' })],
    [call('tap', { text: 5 })],
    [call('wait', { ms: 'soon' })],
    [call('swipeUp', { surprise: true })],
    [call('stepDone', { step: 99, verdict: 'PASS', reason: 'x' })],
  ];
  const rest = goodTester(plan);
  let next = 0;
  const script = driver((turn) => {
    if (next < odd.length) return { calls: odd[next++] };
    return rest(next++ === odd.length ? { ...turn, last: [] } : turn);
  });
  script.rest = rest;
  return script;
};

// Does what the screen tells it to: when text of a result orders it to, it
// makes these calls, one a turn.
export const obeyer = (order, calls, before) => {
  let obeyed = -1;
  let next = 0;
  return driver((turn, script) => {
    const told = turn.results.some((result) => order.test(result.text));
    if (told && obeyed < 0) {
      obeyed = 0;
      script.told = true;
    }
    if (obeyed >= 0 && obeyed < calls.length) return { calls: [calls[obeyed++]] };
    if (next < before.length) return { calls: [before[next++]] };
    return { text: 'Step 1: PASS — I did what the screen asked' };
  });
};

// Asks for secrets in every way that it has, and says them aloud if it gets one.
export const spy = (names) => {
  const calls = [
    steps.start(),
    ...names.flatMap((name) => [
      steps.type('email', `{{${name}}}`, { selectorType: 'resource-id' }),
      call('getScreenDump'),
      call('perceiveScreen'),
      call('findUiElementsByText', { text: `{{${name}}}` }),
      call('takeScreenshot', { goalName: `{{${name}}}` }),
      steps.sees(`{{${name}}}`),
    ]),
    steps.type('email', '${PASSWORD} $PASSWORD %PASSWORD% {{env.PASSWORD}}', { selectorType: 'resource-id' }),
  ];
  let next = 0;
  return driver((turn) =>
    next < calls.length
      ? { calls: [calls[next++]] }
      : {
          text: `Step 1: PASS — ${turn.results
            .map((result) => result.text)
            .join(' ')
            .slice(0, 4000)}`,
        },
  );
};
