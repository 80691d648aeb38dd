// plans_notes.mjs: six scenarios of com.example.notes. For the form of a plan see
// plan.mjs.
import { back, plan, planOf, restart, scrollTo, step, tap, type } from './plan.mjs';

const email = { id: 'email', hint: 'E-mail' };
const password = { id: 'password', hint: 'Password' };
const query = { id: 'query', hint: 'Search notes' };
const title = { id: 'title', hint: 'Title' };
const body = { id: 'body', hint: 'Body' };
const logIn = { id: 'login_button', text: 'Log in' };
const newNote = { id: 'new_note', text: 'New note' };
const save = { id: 'save', text: 'Save' };
const search = { id: 'search', desc: 'Search' };
const settings = { id: 'settings', desc: 'Settings' };

const logsIn = [type(email, 'demo@example.com'), type(password, 'secret123'), tap(logIn)];
const loggingIn = step('Log in as demo@example.com with the password secret123; the list of notes is shown', logsIn, [
  { shown: 'the list of notes' },
  { text: 'New note' },
]);
const reopen = [restart('com.example.notes')];

const states = planOf('settings.json', [
  logsIn,
  [tap(settings)],
  [
    tap({ id: 'dark_theme', text: 'Dark theme' }),
    tap({ id: 'backup', text: 'Back up notes' }),
    tap({ id: 'sort_oldest', text: 'Oldest first' }),
  ],
  [back(), tap(settings)],
  [...reopen, tap(settings)],
]);

const write = plan(
  'notes: a note lasts',
  'com.example.notes',
  'A person writes a note and finds it again after a restart',
  [
    loggingIn,
    step(
      'Write the note "Milk and honey" with the body "Two jars" and save it; ' +
        '"Saved" is shown for a moment and the list is back',
      [tap(newNote), type(title, 'Milk and honey'), type(body, 'Two jars'), tap(save)],
      [{ toast: 'Saved' }, { text: 'New note' }],
    ),
    step(
      'Search for "honey"; "1 found" and "Milk and honey" are shown',
      [tap(search), type(query, 'honey')],
      [{ text: '1 found' }, { text: 'Milk and honey' }],
    ),
    step(
      'Restart the app and search for "honey"; "Milk and honey" is still found',
      [...reopen, tap(search), type(query, 'honey')],
      [{ text: 'Milk and honey' }],
    ),
    step(
      'Open it; the title is "Milk and honey" and the body "Two jars"',
      [tap({ text: 'Milk and honey' })],
      [
        { value: 'Milk and honey', of: 'Title' },
        { value: 'Two jars', of: 'Body' },
      ],
    ),
  ],
);

const errors = plan(
  'notes: forms say what is wrong',
  'com.example.notes',
  'A person makes mistakes in forms, is told, and corrects them',
  [
    step(
      'Log in as demo@example.com with the password wrong123; "Wrong e-mail or password" is shown',
      [type(email, 'demo@example.com'), type(password, 'wrong123'), tap(logIn)],
      [{ text: 'Wrong e-mail or password' }],
    ),
    step(
      'Log in with the password secret123; "New note" is shown and the error is gone',
      [type(password, 'secret123'), tap(logIn)],
      [{ text: 'New note' }, { absent: 'Wrong e-mail or password' }],
    ),
    step(
      'Save a new note without a title; "The title must not be empty" is shown',
      [tap(newNote), tap(save)],
      [{ text: 'The title must not be empty' }],
    ),
    step('Type the title "Jam"; the error is gone', [type(title, 'Jam')], [{ absent: 'The title must not be empty' }]),
    step(
      'Save it; "Saved" is shown for a moment and the list is back',
      [tap(save)],
      [{ toast: 'Saved' }, { text: 'New note' }],
    ),
  ],
);

const counts = plan(
  'notes: search counts',
  'com.example.notes',
  'A person searches and is told how many notes were found',
  [
    loggingIn,
    step(
      'Search for "Idea"; "50 found" is shown, and "Note 2 Idea" stands above "Note 6 Idea"',
      [tap(search), type(query, 'Idea')],
      [{ text: '50 found' }, { text: 'Note 2 Idea', near: 'Note 6 Idea', where: 'above' }],
    ),
    step(
      'Search for "zebra"; "Nothing found" is shown and "Note 2 Idea" is not',
      [type(query, 'zebra')],
      [{ text: 'Nothing found' }, { absent: 'Note 2 Idea' }],
    ),
    step(
      'Search for "Note 19"; 11 notes are listed, "Note 19 Reminder" above "Note 190 Idea"',
      [type(query, 'Note 19')],
      [
        { text: '11 found' },
        { text: 'Note 19 Reminder', near: 'Note 190 Idea', where: 'above' },
        { atLeast: 2, of: 'Reminder' },
      ],
    ),
    step(
      'Open "Note 190 Idea"; its title can be edited',
      [tap({ text: 'Note 190 Idea' })],
      [{ text: 'Edit note' }, { value: 'Note 190 Idea', of: 'Title' }],
    ),
    step('Go back; "11 found" is shown again', [back()], [{ text: '11 found' }]),
  ],
);

const deletes = plan('notes: edit and delete', 'com.example.notes', 'A person changes a note and deletes another one', [
  loggingIn,
  step(
    'Open "Note 1 Meeting", change its title to "Note 1 moved" and save it; it stands above "Note 2 Idea"',
    [tap({ text: 'Note 1 Meeting' }), type(title, 'Note 1 moved'), tap(save)],
    [{ text: 'Note 1 moved', near: 'Note 2 Idea', where: 'above' }, { absent: 'Note 1 Meeting' }],
  ),
  step(
    'Open "Note 2 Idea" and press the bin; "Delete this note?" is asked',
    [tap({ text: 'Note 2 Idea' }), tap({ id: 'delete', desc: 'Delete note' })],
    [{ text: 'Delete this note?' }],
  ),
  step(
    'Cancel and go back; "Note 2 Idea" is still in the list',
    [tap({ text: 'Cancel' }), back()],
    [{ text: 'Note 2 Idea' }, { text: 'New note' }],
  ),
  step(
    'Delete "Note 2 Idea"; "Note deleted" is shown for a moment and the note is gone',
    [
      tap({ text: 'Note 2 Idea' }),
      tap({ id: 'delete', desc: 'Delete note' }),
      tap({ id: 'button1', text: 'Delete', exact: true }),
    ],
    [{ toast: 'Note deleted' }, { absent: 'Note 2 Idea' }],
  ),
  step(
    'Restart the app and search for "moved"; "1 found" is shown',
    [...reopen, tap(search), type(query, 'moved')],
    [{ text: '1 found' }, { text: 'Note 1 moved' }],
  ),
]);

const looks = plan(
  'notes: dialogs and pages',
  'com.example.notes',
  'A person looks at the pages of the app and finds the way back',
  [
    step(
      'Ask for a new password; "Reset password" says "We have sent you an e-mail."',
      [tap({ id: 'forgot', text: 'Forgot password?' })],
      [{ text: 'Reset password' }, { text: 'We have sent you an e-mail.' }],
    ),
    step(
      'Close it with OK; "Reset password" is gone',
      [tap({ id: 'button1', text: 'OK', exact: true })],
      [{ absent: 'Reset password' }, { text: 'Welcome to Notes' }],
    ),
    loggingIn,
    step('Open the settings; the text size is 50%', [tap(settings)], [{ text: 'Text size: 50%' }]),
    step(
      'Open "About"; the version "Notes 1.4.2 (142)" is shown',
      [scrollTo('About'), tap({ id: 'about', text: 'About' })],
      [{ text: 'Notes 1.4.2 (142)' }],
    ),
    step(
      'Go back to the list and open the playground; type "hello" into "Plain"; "Echo: hello" is shown',
      [back(), back(), tap({ id: 'playground', desc: 'Playground' }), type({ id: 'plain', hint: 'Plain' }, 'hello')],
      [{ text: 'Echo: hello' }],
    ),
  ],
);

export const notesPlans = { states, write, errors, counts, deletes, looks };
