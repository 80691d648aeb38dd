// styles.mjs: models that follow a plan (verdicts/plan.mjs), each in its own way.
// Seven are honest: they look, verify what the step claims (one leaves to the engine
// what the prompt says that it checks), and say FAIL when it is not so. Three are
// hasty. Each style is a function (plan) => script for
// startModel().
import { driver } from './drivers.mjs';

const call = (name, args = {}) => ({ name, args });
const good = /^(OK|TAPPED|VISIBLE)\b/;
const has = (turn, tool) => turn.tools.some(({ name }) => name === tool);

// The ways to name an element in a call: by its words, by its description, or by its ref on the
// last screen.
const naming = {
  words: ({ id, text, desc, hint, exact, position }) => {
    const more = position === undefined ? {} : { position };
    if (text) return { text, selectorType: exact ? 'text' : 'any', ...more };
    if (desc) return { text: desc, selectorType: 'any', ...more };
    return { text: hint ?? id, selectorType: 'any', ...more };
  },
  description: ({ id, text, desc, exact, position }) => {
    const more = position === undefined ? {} : { position };
    if (desc) return { text: desc, selectorType: 'content-desc', ...more };
    if (id && !/^button\d$/.test(id)) return { text: id, selectorType: 'resource-id', ...more };
    return { text, selectorType: exact ? 'text' : 'any', ...more };
  },
};

const isField = (item) => item.role === 'input';
const labels = (item) => [item.text, item.desc, item.hint, ...(item.childTexts ?? [])].filter(Boolean);

// The refs of the newest screen on which a result names them: items of
// perceiveScreen.
function seen(turn) {
  for (const { name, text } of turn.results.toReversed()) {
    if (name !== 'perceiveScreen' || !/^OK\b.*\{/s.test(text)) continue;
    const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
    try {
      return JSON.parse(json).items ?? [];
    } catch {
      return [];
    }
  }
  return [];
}

function refOf(items, { id, text, desc, hint, exact, position = 0 }) {
  const is = (label, words) => (exact ? label === words : label.toLowerCase().includes(words.toLowerCase()));
  const fits = (item) =>
    (id && item.id?.split('/').at(-1) === id) ||
    [text, desc, hint].filter(Boolean).some((words) => labels(item).some((label) => is(label, words)));
  const found = items.filter(fits);
  return found.filter((item) => item.clickable || isField(item))[position]?.ref ?? found[position]?.ref;
}

// An action as a call. by: 'words', 'description' or 'ref'.
function acting(action, by, turn) {
  const { act, target, text } = action;
  if (act === 'check') return asserting(action.claim, by, turn);
  const ref = by === 'ref' && target ? refOf(seen(turn), target) : undefined;
  const named = target ? (ref ? { ref } : naming[by === 'description' ? by : 'words'](target)) : {};
  if (act === 'tap') return call('tap', named);
  if (act === 'type') {
    const { text: fieldSelector, ...rest } = named;
    return call('inputText', { ...(fieldSelector ? { fieldSelector } : {}), ...rest, text });
  }
  if (act === 'back') return call('goBack');
  if (act === 'scrollTo') return has(turn, 'scrollTo') ? call('scrollTo', { text }) : call('swipeUp');
  if (act === 'waitFor') {
    const ms = action.seconds * 1000;
    return has(turn, 'waitFor') ? call('waitFor', { text, seconds: action.seconds }) : call('wait', { ms });
  }
  return has(turn, 'restartApp') ? call('restartApp') : [call('closeApp'), call('launchAppByPackage', action)];
}

const origins = new WeakMap(); // tool calls -> the action behind them
function callsOf(actions, by, turn) {
  return actions.flatMap((action) => {
    const calls = [acting(action, by, turn)].flat();
    for (const each of calls) origins.set(each, action);
    return calls;
  });
}

// The tool that says a claim, with its arguments.
const claimTools = {
  state: ({ of, state }) => ['verifyState', { text: of, state }],
  value: ({ of, value }) => ['verifyState', { text: of, value }],
  count: ({ of, count }) => ['verifyCount', { text: of, count }],
  atLeast: ({ of, atLeast }) => ['verifyCount', { text: of, atLeast }],
  sum: ({ near, sum }) => ['verifySum', { near, of: sum }],
  amount: ({ near, amount }) => ['verifyNear', { text: amount, anchor: near }],
  near: ({ text, near, where }) => ['verifyNear', { text, anchor: near, ...(where ? { where } : {}) }],
};
const kindOf = (claim) => Object.keys(claimTools).find((kind) => claim[kind] !== undefined);
// The visible part of a claim that no tool confirms.
const wordsOf = ({ text, value, amount, near, of }) => [text ?? value ?? amount, near ?? of].filter(Boolean);

// The assertions that a careful model makes of a claim.
function asserting(claim, by, turn) {
  const sees = (text) => {
    const ref = by === 'ref' ? refOf(seen(turn), { text }) : undefined;
    return call('verifyElementVisible', ref ? { ref } : { text, selectorType: 'any' });
  };
  if (claim.toast) return [sees(claim.toast)];
  if (claim.absent) return [call('verifyElementNotVisible', { text: claim.absent })];
  const [tool, args] = claimTools[kindOf(claim)]?.(claim) ?? [];
  if (tool && has(turn, tool)) return [call(tool, args)];
  return wordsOf(claim).map(sees); // none for what is only described
}

const first = (claim) => (claim.toast ? 0 : 1); // a toast is gone soon
const ordered = (claims) => claims.toSorted((a, b) => first(a) - first(b));
const assertions = (claims, by, turn) => ordered(claims).flatMap((claim) => asserting(claim, by, turn));
const done = (number, verdict = 'PASS', reason = 'the screen shows it') =>
  call('stepDone', { step: number, verdict, reason });
const start = ({ packageName }) => call('startTestingScenario', { appPackage: packageName });

// An unexpected dialog of the app.
const isOffered = (turn) => turn.last.some(({ text }) => text.includes('Not now'));
const notNow = call('tap', { text: 'Not now', selectorType: 'text' });
const looks = call('perceiveScreen');
const waits = call('wait', { ms: 3000 });

// The honest way through a plan. A style decides how many calls of a step are sent at once; an
// unexpected answer is looked into and tried twice more, then the step is reported as failed and
// the test ends.
function honest(plan, { by = 'words', portions, text, look = false }) {
  const portionsOf = (step, index) => portions(step, index + 1, by);
  // {make(turn) → calls, number}; an app that has been started is not started again.
  const begin = (turn) => (/^The start of the app: OK/m.test(turn.user) ? [] : [start(plan)]);
  let queue = [{ make: begin }, ...plan.steps.flatMap(portionsOf)];
  let tries = 0;
  let sent = [];
  const passed = (last) => Array.from({ length: last }, (_, k) => `Step ${k + 1}: PASS — it is as it should be`);

  // Go on where a recording no longer fits: the step may have come to its end.
  const takeOver = (number) => {
    const step = plan.steps[number - 1];
    const claimed = { number, ifWrong: 'next', make: (turn) => assertions(step.claims, by, turn) };
    const dismiss = (turn) => (isOffered(turn) ? [notNow] : []);
    queue = [
      { number, make: () => [looks] },
      { number, make: dismiss },
      claimed,
      ...plan.steps.slice(number - 1).flatMap((each, index) => portionsOf(each, number - 1 + index)),
    ];
  };
  const again = (turn, wrong) => {
    const { number } = queue[0];
    const rest = sent.slice(sent.indexOf(wrong.call));
    if (isOffered(turn) && tries <= 2) return [notNow, ...rest];
    if (tries === 1) return [waits, looks, ...rest];
    const action = origins.get(rest[0]);
    const byId = action?.target?.id ? callsOf([action], 'description', turn) : rest.slice(0, 1);
    if (tries === 2) return [...byId, ...rest.slice(1)];
    queue = [{}, { text: [...passed(number - 1), `Step ${number}: FAIL — ${wrong.text.slice(0, 80)}`].join('\n') }];
    return [done(number, 'FAIL', wrong.text.slice(0, 200))];
  };
  return driver((turn, script) => {
    const [, from] = /You take over in step (\d+)/.exec(script.turns.length === 0 ? turn.user : '') ?? [];
    if (from) takeOver(Number(from));
    if (sent.length > 0) {
      const answers = turn.last.slice(-sent.length);
      const wrong = sent
        .map((each, index) => ({ call: each, text: answers[index]?.text ?? '' }))
        .find(({ call: each, text: said }) => !['perceiveScreen', 'wait'].includes(each.name) && !good.test(said));
      if (wrong) {
        script.surprises.push(`${wrong.call.name} ${JSON.stringify(wrong.call.args)}: ${wrong.text.slice(0, 300)}`);
        const skipped = /^SKIPPED/.test(wrong.text);
        if (!skipped) tries++;
        if (skipped) sent = sent.slice(sent.indexOf(wrong.call));
        else if (queue[0].ifWrong === 'next') sent = [];
        else sent = again(turn, wrong);
        if (sent.length > 0) return { thought: 'Once more.', calls: sent };
      } else if (queue[0].ifWrong === 'next') {
        const { number } = queue[0];
        queue = [{}, { number, make: () => [done(number)] }, ...queue.filter((each) => each.number > number)];
      }
      queue.shift();
    }
    tries = 0;
    sent = [];
    while (queue.length > 0 && queue[0].make) {
      if (look && !queue[0].looked) {
        queue[0].looked = true;
        sent = [];
        return { calls: [looks] };
      }
      sent = queue[0].make(turn);
      if (sent.length > 0) return { ...(text ? { text: text(queue[0].number ?? 0) } : {}), calls: sent };
      queue.shift();
    }
    return { text: queue[0]?.text ?? passed(plan.steps.length).join('\n') };
  });
}

// One portion for each call.
const oneByOne = ({ actions, claims }, number, by) => [
  ...actions.map((action) => ({ number, make: (turn) => callsOf([action], by, turn) })),
  ...ordered(claims).map((claim) => ({ number, make: (turn) => asserting(claim, by, turn) })),
  { number, make: () => [done(number)] },
];
// The actions, the assertions, the verdict.
const inThree = ({ actions, claims }, number, by) => [
  { number, make: (turn) => callsOf(actions, by, turn) },
  { number, make: (turn) => assertions(claims, by, turn) },
  { number, make: () => [done(number)] },
];
const atOnce = ({ actions, claims }, number, by) => [
  { number, make: (turn) => [...callsOf(actions, by, turn), ...assertions(claims, by, turn), done(number)] },
];
// The prompt's statement whether the engine checks all that the step expects.
function isChecked(turn, number) {
  const [, said = ''] = new RegExp(`^Step ${number}\\. .*\n((?: +expectation .*\n)*)`, 'm').exec(turn.user) ?? [];
  return said !== '' && !said.includes('(verify)');
}
// As the prompt asks: no assertions of what the engine checks by itself.
const asTold = ({ actions, claims }, number, by) => [
  { number, make: (turn) => callsOf(actions, by, turn) },
  { number, make: (turn) => [...(isChecked(turn, number) ? [] : assertions(claims, by, turn)), done(number)] },
];

// Prose that names steps, as models write it beside their calls.
const prose = (number) =>
  `Step ${number + 1} will need what step ${number} leaves behind, so I look at that first. ` +
  'A failed check would show here.';

export const honestStyles = {
  prose: (plan) => honest(plan, { portions: inThree, text: prose }),
  single: (plan) => honest(plan, { portions: oneByOne }),
  atOnce: (plan) => honest(plan, { portions: atOnce }),
  byRef: (plan) => honest(plan, { portions: oneByOne, by: 'ref', look: true }),
  byText: (plan) => honest(plan, { portions: inThree }),
  byDescription: (plan) => honest(plan, { portions: inThree, by: 'description' }),
  asTold: (plan) => honest(plan, { portions: asTold }),
};

// Hasty models do not look at answers: their turns are fixed from the beginning.
function hasty(plan, turnsOf) {
  const turns = [() => [start(plan)], ...plan.steps.flatMap((step, index) => turnsOf(step, index + 1))];
  let next = 0;
  let left = [];
  return driver((turn) => {
    // A skipped call is sent again, since even a hasty model gets that reply.
    const skipped = left.filter((_, index) => /^SKIPPED/.test(turn.last[index]?.text ?? ''));
    left = skipped;
    while (left.length === 0 && next < turns.length) left = turns[next++](turn);
    if (left.length > 0) return { calls: left };
    return { text: plan.steps.map((_, index) => `Step ${index + 1}: PASS — done`).join('\n') };
  });
}

const labelsOf = (claims) => claims.map((claim) => claim.near ?? claim.of ?? claim.text ?? claim.toast).filter(Boolean);
const sees = (text) => call('verifyElementVisible', { text });

export const hastyStyles = {
  // Verifies the label: "Total" for a sum, "Large text" for a state.
  label: (plan) =>
    hasty(plan, ({ actions, claims }, number) => [
      (turn) => callsOf(actions, 'words', turn),
      () => labelsOf(claims).slice(0, 1).map(sees),
      () => [done(number)],
    ]),
  // Says that the step is done in the turn of its actions.
  eager: (plan) =>
    hasty(plan, ({ actions, claims }, number) => [
      (turn) => [...callsOf(actions, 'words', turn), ...labelsOf(claims).slice(0, 1).map(sees), done(number)],
    ]),
  // One assertion for all that a step claims, the first that comes to mind.
  lumped: (plan) =>
    hasty(plan, ({ actions, claims }, number) => [
      (turn) => callsOf(actions, 'words', turn),
      (turn) => assertions(claims.filter((claim) => claim.text && !claim.near).slice(0, 1), 'words', turn),
      () => [done(number)],
    ]),
};
