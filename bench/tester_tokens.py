"""tester_tokens.py: the calls and input tokens that a tester's run costs.

Two scenarios, one for each sample app, each played by scripted models of three
styles: one call a turn; the actions of a step in one turn and its proof in the
next; a whole step in one turn. A build of another commit plays the same, so
that both can be compared:

    python3 bench/tester_tokens.py [--build DIR] [--before DIR]

A script has alternatives: a model that is offered scrollTo calls it, any other
swipes. A request's tokens are its bytes divided by four.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, 'tools'), os.path.dirname(os.path.abspath(__file__))]
# pylint: disable=wrong-import-position
from local_adb import LocalAdb  # noqa: E402
from tester_bench import Model, PROFILE, done  # noqa: E402

STYLES = ('one call a turn', 'act, then prove', 'a step a turn')


def tap(text, **more):
    return ('tap', {'text': text, **more})


def type_into(field, text):
    return ('inputText', {'fieldSelector': field, 'text': text})


def shows(text):
    return ('verifyElementVisible', {'text': text})


def lacks(text):
    return ('verifyElementNotVisible', {'text': text})


def either(wanted, *otherwise):
    """One call for a model that is offered its tool, else the others."""
    return (wanted, otherwise)


# For each step: its words, the actions, the proofs.
SCENARIOS = {
    'notes': ('com.example.notes', [
        ('Log in as demo@example.com with the password secret123 and check that the list of notes is shown',
         [type_into('E-mail', 'demo@example.com'), type_into('Password', 'secret123'), tap('Log in', selectorType='text')],
         [shows('Note 1 Meeting')]),
        ('Create a note with the title "Bread and butter" and the body "From the corner shop", save it and check that '
         'the list is shown again',
         [tap('New note'), type_into('Title', 'Bread and butter'), type_into('Body', 'From the corner shop'), tap('Save')],
         [shows('New note')]),
        ('Search for "Bread", check that "Bread and butter" is found and go back to the list',
         [tap('Search', selectorType='content-desc'), type_into('Search notes', 'Bread')], [shows('Bread and butter')]),
        ('Go back and check that the list is shown', [tap('Navigate up')], [shows('Note 2 Idea')]),
        ('Open the settings, sort by title and check that the text size is still 50%',
         [tap('Settings'), tap('sort_title', selectorType='resource-id')], [shows('Text size: 50%')]),
        ('Log out from the settings and check that the welcome page is shown',
         [either(('scrollTo', {'text': 'Log out'}), ('swipeUp', {}), ('swipeUp', {})), tap('Log out'),
          tap('Log out', selectorType='text')], [shows('Welcome to Notes')]),
    ]),
    'shop': ('com.example.shop', [
        ('Add "Bread" to the cart from its page and check that the cart has one item',
         [tap('Bread'), tap('Add to cart'), ('goBack', {})], [shows('Cart (1)')]),
        ('Open the deals and check that everything is half price', [tap('Deals')], [shows('50% off everything')]),
        ('Find "Lemon" at the end of the list and check its price',
         [either(('scrollTo', {'text': 'Lemon'}), ('swipeUp', {}), ('swipeUp', {}))],
         [either(('verifyNear', {'text': '$0.50', 'anchor': 'Lemon'}), shows('$0.50'))]),
        ('Open the cart and check that it has one item', [tap('Cart (1)')], [shows('Items: 1')]),
        ('Empty the cart and check that nothing is in it', [tap('Empty cart')], [shows('Nothing here yet'), lacks('Items: 1')]),
    ]),
}


def choose(calls, tools):
    for call in calls:
        if isinstance(call[1], tuple):
            yield from [call[0]] if call[0][0] in tools else call[1]
        else:
            yield call


def turns_of(steps, style, tools):
    for number, (_, acts, proofs) in enumerate(steps, 1):
        acts, proofs = list(choose(acts, tools)), list(choose(proofs, tools))
        if style == STYLES[0]:
            yield from ([call] for call in [*acts, *proofs, done(number)])
        elif style == STYLES[1]:
            yield from [acts, [*proofs, done(number)]]
        else:
            yield [*acts, *proofs, done(number)]


class Counting(Model):
    """A model that knows the tools it is offered, and counts what it is sent."""

    def __init__(self, steps, style):
        self.steps, self.style = steps, style
        self.sizes, self.fixed = [], 0
        super().__init__([])

    def answer(self, text):
        body = json.loads(text)
        if 'tools' not in body:  # it compiles the steps, which is done once for a scenario
            return self.body(0, None).replace(b'"NNNNNN"', b'0')
        if not self.script:
            tools = {tool['function']['name'] for tool in body['tools']}
            turns = turns_of(self.steps, self.style, tools)
            self.script = [self.body(turn, calls) for turn, calls in enumerate(turns)]
            self.end = self.body(len(self.script), None)
            self.fixed = (len(json.dumps(body['tools'])) + len(body['messages'][0]['content'])) // 4
        self.sizes.append(len(text) // 4)
        return super().answer(text)


def play(build, name, style):
    package, steps = SCENARIOS[name]
    with LocalAdb() as adb, tempfile.TemporaryDirectory() as folder, Counting(steps, style) as model:
        serial, _ = adb.start_device(os.path.join(build, 'virtual-android'))
        env = {**adb.env, 'HOME': folder, 'HOME_PATH': folder, 'OPENROUTER_BASE_URL': model.url, 'OPEN_ROUTER': 'bench-key',
               'AGENTEST_MODEL_STREAM': '0', 'XDG_STATE_HOME': folder}
        scenario = os.path.join(folder, 'scenario.json')
        with open(scenario, 'w', encoding='utf-8') as file:
            json.dump({'goal': f'Try {package}', 'packageName': package, 'profile': PROFILE, 'device': serial,
                       'steps': [words for words, _, _ in steps]}, file)
        ended = subprocess.run([os.path.join(build, 'mobile-tester-agent'), 'run', scenario, '--no-replay'], env=env,
                               cwd=folder, capture_output=True, text=True, check=False)
    verdicts = re.findall(r'^Step \d+: (\w+)', ended.stdout, re.M)
    if len(verdicts) != len(steps):
        raise RuntimeError(f'{name}, {style}: {ended.stdout}{ended.stderr}')
    return model, verdicts


def row(what, values):
    ratio = f'  {values[0] / values[1]:6.2f}' if len(values) > 1 and values[1] else ''
    print(f'{what:52}' + ''.join(f'{value:10.1f}' for value in values) + ratio)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', default=os.path.join(ROOT, 'build'))
    parser.add_argument('--before')
    options = parser.parse_args()
    builds = [os.path.abspath(path) for path in (options.build, options.before) if path]
    print(f'{"":52}{"this":>10}' + (f'{"before":>10}   ratio' if options.before else ''))
    for name, (_, steps) in SCENARIOS.items():
        for style in STYLES:
            played = [play(build, name, style) for build in builds]
            label = f'{name}, {style}: '
            row(label + 'requests a step', [len(model.sizes) / len(steps) for model, _ in played])
            row(label + 'input tokens', [sum(model.sizes) for model, _ in played])
            row(label + 'tokens a request', [sum(model.sizes) / len(model.sizes) for model, _ in played])
            row(label + 'prompt and tools', [model.fixed for model, _ in played])
            for _, verdicts in played:
                print(f'    {" ".join(verdicts)}')


if __name__ == '__main__':
    main()
