// plan_sample.mjs: the sample scenario (scenarios/notes.json) as a plan
import { back, check, planOf, scrollTo, tap, type } from './plan.mjs';

const does = [
  [
    type({ id: 'email', hint: 'E-mail' }, 'demo@example.com'),
    type({ id: 'password', hint: 'Password' }, 'secret123'),
    tap({ id: 'login_button', text: 'Log in' }),
  ],
  [
    tap({ id: 'new_note', text: 'New note' }),
    type({ id: 'title', hint: 'Title' }, 'Bread and butter'),
    type({ id: 'body', hint: 'Body' }, 'From the corner shop'),
    tap({ id: 'save', text: 'Save' }),
  ],
  [
    tap({ id: 'search', desc: 'Search' }),
    type({ id: 'query', hint: 'Search notes' }, 'Bread'),
    check({ text: 'Bread and butter' }),
    back(),
  ],
  [tap({ id: 'settings', desc: 'Settings' }), tap({ id: 'sort_title', text: 'Title', exact: true })],
  [scrollTo('Log out'), tap({ id: 'log_out', text: 'Log out' }), tap({ id: 'button1', text: 'Log out', exact: true })],
];
const claims = [
  [{ text: 'New note' }],
  [{ text: 'New note' }],
  [{ text: 'New note' }],
  [{ text: 'Text size: 50%' }, { state: 'checked', of: 'Title' }],
  [{ text: 'Welcome to Notes' }],
];

export const sample = planOf('notes.json', does, claims);
