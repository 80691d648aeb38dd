// plan.mjs: the language of plans. A plan is a scenario with its expectations,
// and with what a person would do in each step; models/styles.mjs makes calls of it.
//
//   plan(name, packageName, goal, [step(description, actions, claims), …])
//
// A target is {id, text, desc, hint, exact, position}, as far as the element has
// them. Claims are those of src/agent/proof/claim.h.

import fs from 'node:fs';
import path from 'node:path';
import { root } from '../lib.mjs';

export const type = (field, text) => ({ act: 'type', target: field, text });
export const tap = (target) => ({ act: 'tap', target });
export const back = () => ({ act: 'back' });
export const scrollTo = (text) => ({ act: 'scrollTo', text });
export const restart = (packageName) => ({ act: 'restart', packageName });
// An assertion on the way, of what the step's last screen no longer shows.
export const check = (claim) => ({ act: 'check', claim });
export const waitFor = (text, seconds) => ({ act: 'waitFor', text, seconds });

export const step = (description, actions, claims) => ({ description, actions, claims });
export const plan = (name, packageName, goal, steps) => ({ name, packageName, goal, steps });

// A scenario of scenarios/ as a plan: what is done in each step, and what a model
// asserts where that is more than the scenario expects.
export function planOf(file, actions, claims = []) {
  const { name, packageName, goal, steps } = JSON.parse(fs.readFileSync(path.join(root, 'scenarios', file), 'utf8'));
  return plan(
    name,
    packageName,
    goal,
    steps.map((each, index) => ({
      ...step(each.description ?? each, actions[index], claims[index] ?? each.expect),
      expect: each.expect,
    })),
  );
}

// The plan as a scenario; without expectations, a model compiles them.
export const scenarioOf = ({ name, packageName, goal, steps }, { expect = true } = {}) => ({
  name,
  packageName,
  goal,
  steps: steps.map(({ description, claims, expect: stated = claims }) => ({
    description,
    ...(expect ? { expect: stated } : {}),
  })),
});
