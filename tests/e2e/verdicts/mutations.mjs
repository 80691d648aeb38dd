// mutations.mjs: small breakages of the sample apps, and what a person would say
// of each scenario then: it fails, or all it claims is still so. A recording
// heals if the app is right but another way leads there.
import fs from 'node:fs';
import { appOf } from './scenarios.mjs';

const inner = (value) => (value && typeof value === 'object' ? Object.values(value).flatMap(all) : []);
const isObject = (value) => value && typeof value === 'object' && !Array.isArray(value);
const all = (value) => [...(isObject(value) ? [value] : []), ...inner(value)];
const fits = (node, match) => Object.entries(match).every(([key, value]) => node[key] === value);

// The only object of a screen that has these members.
function find(app, screen, match) {
  const found = all(app.screens[screen]).filter((node) => fits(node, match));
  if (found.length !== 1) throw new Error(`${found.length} of ${JSON.stringify(match)} in ${screen}`);
  return found[0];
}
// The only object whose children have that one.
const around = (app, screen, match) => {
  const child = find(app, screen, match);
  return all(app.screens[screen]).find(({ children }) => children?.includes(child));
};
// All actions with this key below a node.
const actions = (node, key) => all(node).filter((each) => key in each);
function change(object, key, from, to) {
  if (!object[key].includes(from)) throw new Error(`no ${from} in ${object[key]}`);
  object[key] = object[key].replace(from, to);
}
// Replace the texts of all SQL of a database's schema.
function changeSql(app, file, from, to) {
  const lines = app.databases[file].sql;
  const at = lines.findIndex((line) => line.includes(from));
  if (at < 0) throw new Error(`no ${from} in ${file}`);
  lines[at] = lines[at].replace(from, to);
}
const upsideDown = (query, order) => change(query, 'sql', order, `${order} DESC`);
// A statement that does nothing.
const forget = (action) => Object.assign(action, { sql: 'SELECT 1 AS one', args: [] });
const without = (list, match) => {
  const at = list.findIndex((each) => fits(each, match));
  if (at < 0) throw new Error(`no ${JSON.stringify(match)}`);
  list.splice(at, 1);
};
const crash = {
  crash: { exception: 'java.lang.IllegalStateException', message: 'broken', stack: ['com.example.Main.onClick'] },
};

const notes = 'com.example.notes';
const shop = 'com.example.shop';

const withLogin = ['states', 'write', 'errors', 'counts', 'deletes', 'looks', 'sample'];
const rateOnce = {
  if: { not: { equal: ['${@user_prefs/rated}', 'true'] } },
  dialog: {
    title: 'Rate our app',
    message: 'Do you like it?',
    buttons: [
      { text: 'Rate', do: [{ pref: 'user_prefs', set: { rated: true } }] },
      { text: 'Not now', do: [{ pref: 'user_prefs', set: { rated: true } }] },
    ],
  },
};

export const mutations = [
  {
    app: notes,
    what: 'dead button: Save does nothing',
    fails: ['write', 'errors', 'deletes', 'sample'],
    change: (app) => {
      find(app, 'detail', { id: 'save' }).tap = [];
    },
  },
  {
    app: notes,
    what: 'wrong text: the login error',
    fails: ['errors'],
    change: (app) => {
      find(app, 'login', { id: 'login_error' }).text = 'Something went wrong';
    },
  },
  {
    app: notes,
    what: 'wrong number: text size 40%',
    fails: ['looks', 'sample'],
    change: (app) => {
      find(app, 'settings', { id: 'size_label' }).text = 'Text size: 40%';
    },
  },
  {
    app: notes,
    what: 'late crash: a moment after the settings open',
    fails: ['states', 'looks', 'sample'],
    change: (app) => {
      app.screens.settings.open = [{ after: 400, do: [crash], in_background: true }];
    },
  },
  {
    app: notes,
    what: 'ANR when a note opens',
    fails: ['write', 'counts', 'deletes'],
    change: (app) => {
      const isOld = { not: { equal: ['${note_id}', '0'] } };
      app.screens.detail.open.push({ if: isOld, anr: { reason: 'Input dispatching timed out' } });
    },
  },
  {
    app: notes,
    what: 'item lost after a restart',
    fails: ['write'],
    change: (app) => {
      app.start.push({ sql: 'DELETE FROM notes WHERE id > 200', database: 'notes.db' });
    },
  },
  {
    app: notes,
    what: '3 s slower: the login, with a spinner',
    fails: [],
    change: (app) => {
      find(app, 'login', { after: 600 }).after = 3600;
    },
  },
  {
    app: notes,
    what: '3 s slower: saving, without a sign',
    fails: [],
    change: (app) => {
      const save = find(app, 'detail', { id: 'save' }).tap[0];
      save.else = [{ after: 3000, do: save.else }];
    },
  },
  {
    app: notes,
    what: 'wrong state: Synchronise is off',
    fails: ['states'],
    change: (app) => {
      find(app, 'settings', { id: 'sync' }).checked = false;
    },
  },
  {
    app: notes,
    what: 'wrong state: Dark theme is not kept',
    fails: ['states'],
    change: (app) => {
      app.screens.settings.open = [{ pref: 'settings', set: { dark_theme: false } }];
    },
  },
  {
    app: notes,
    what: 'toast missing: Saved',
    fails: ['write', 'errors'],
    change: (app) => {
      without(find(app, 'detail', { id: 'save' }).tap[0].else, { toast: 'Saved' });
    },
  },
  {
    app: notes,
    what: 'list order: newest note first',
    fails: ['deletes'],
    change: (app) => {
      upsideDown(find(app, 'list', { id: 'notes' }).rows, 'ORDER BY id');
    },
  },
  {
    app: notes,
    what: 'wrong place: the first note comes second',
    fails: ['deletes'],
    change: (app) => {
      const { rows } = find(app, 'list', { id: 'notes' });
      change(rows, 'sql', 'ORDER BY id', 'ORDER BY CASE id WHEN 1 THEN 2.5 ELSE id END');
    },
  },
  {
    app: notes,
    what: 'list order: search results',
    fails: ['counts'],
    change: (app) => {
      upsideDown(find(app, 'search', { id: 'results' }).rows, 'ORDER BY id');
    },
  },
  {
    app: notes,
    what: 'duplicate row: a note is saved twice',
    fails: ['write'],
    change: (app) => {
      const insert = actions(find(app, 'detail', { id: 'save' }), 'sql').find(({ sql }) => sql.startsWith('INSERT'));
      change(insert, 'sql', '(?1, ?2, 1732190000)', '(?1, ?2, 1732190000), (?1, ?2, 1732190000)');
    },
  },
  {
    app: notes,
    what: 'label changed: Log in is Sign in',
    fails: [],
    heals: withLogin,
    change: (app) => {
      find(app, 'login', { id: 'login_button' }).text = 'Sign in';
    },
  },
  {
    app: notes,
    what: 'element removed: the settings icon',
    fails: ['states', 'looks', 'sample'],
    change: (app) => {
      without(around(app, 'list', { id: 'settings' }).children, { id: 'settings' });
    },
  },
  {
    app: notes,
    what: 'dialog once: Rate our app',
    fails: [],
    heals: withLogin,
    change: (app) => {
      app.screens.list.open.push(rateOnce);
    },
  },
  {
    app: notes,
    what: 'login accepts a wrong password',
    fails: ['errors'],
    change: (app) => {
      find(app, 'login', { id: 'login_button' }).tap[0].if.all.pop();
    },
  },
  {
    app: notes,
    what: 'search finds nothing',
    fails: ['write', 'counts', 'deletes', 'sample'],
    change: (app) => {
      for (const query of actions(app.screens.search, 'sql')) change(query, 'sql', "'%' || ?1", "'%zzz%' || ?1");
    },
  },
  {
    app: notes,
    what: 'count off by one: notes found',
    fails: ['write', 'counts', 'deletes'],
    change: (app) => {
      const count = actions(app.screens.search, 'sql').find(({ sql }) => sql.includes(' found'));
      change(count, 'sql', "COUNT(*) || ' found'", "COUNT(*) + 1 || ' found'");
    },
  },
  {
    app: notes,
    what: 'silent failure: saving stores nothing',
    fails: ['write', 'deletes', 'sample'],
    change: (app) => {
      actions(find(app, 'detail', { id: 'save' }), 'sql').forEach(forget);
    },
  },
  {
    app: notes,
    what: 'silent failure: deleting keeps the note',
    fails: ['deletes'],
    change: (app) => {
      actions(find(app, 'detail', { id: 'delete' }), 'sql').forEach(forget);
    },
  },
  {
    app: notes,
    what: 'error stays: the title',
    fails: ['errors'],
    change: (app) => {
      delete find(app, 'detail', { id: 'title' }).change;
    },
  },

  {
    app: shop,
    what: 'price of another row: Cheese in the cart',
    fails: ['prices'],
    change: (app) => {
      change(
        find(app, 'cart', { id: '@lines' }).rows,
        'sql',
        "printf('%.2f', cents * quantity / 100.0)",
        "CASE name WHEN 'Cheese' THEN '4.10' ELSE printf('%.2f', cents * quantity / 100.0) END",
      );
    },
  },
  {
    app: shop,
    what: 'wrong sum: the total leaves out the delivery',
    fails: ['sums', 'twice'],
    change: (app) => {
      changeSql(app, 'cart.db', '(goods.cents + fee.cents)', '(goods.cents)');
    },
  },
  {
    app: shop,
    what: 'wrong number: express costs 5.50',
    fails: ['sums'],
    change: (app) => {
      changeSql(app, 'cart.db', '650', '550');
    },
  },
  {
    app: shop,
    what: 'count off by one: the badge',
    fails: ['sums', 'removes', 'tabs'],
    change: (app) => {
      actions(app.screens.home, 'add')[0].add.cart = 2;
    },
  },
  {
    app: shop,
    what: 'dead button: Add of Dates',
    fails: ['tabs'],
    change: (app) => {
      const add = all(app.screens.home).find(({ tap }) => tap?.[0]?.add);
      add.tap = [{ if: { not: { equal: ['${name}', 'Dates'] } }, do: add.tap }];
    },
  },
  {
    app: shop,
    what: 'wrong row: Remove takes the first one',
    fails: ['removes'],
    change: (app) => {
      const remove = actions(find(app, 'cart', { id: '@lines' }), 'sql').find(({ sql }) => sql.startsWith('DELETE'));
      remove.sql = 'DELETE FROM lines WHERE rowid = (SELECT MIN(rowid) FROM lines)';
      remove.args = [];
    },
  },
  {
    app: shop,
    what: 'wrong state: check out with nothing',
    fails: ['removes'],
    change: (app) => {
      const button = all(app.screens.cart).find(({ tap }) => tap?.[0]?.dialog);
      for (const node of [button, ...button.children]) delete node.enabled;
    },
  },
  {
    app: shop,
    what: 'wrong state: Deals is never selected',
    fails: ['tabs'],
    change: (app) => {
      find(app, 'home', { desc: 'Deals, tab 2 of 3' }).selected = false;
    },
  },
  {
    app: shop,
    what: 'toast missing: added to cart',
    fails: ['sums', 'tabs'],
    change: (app) => {
      const add = all(app.screens.home).find(({ tap }) => tap?.[0]?.add);
      without(add.tap, { toast: '${name} added to cart' });
    },
  },
  {
    app: shop,
    what: 'count ignored: two of one kind',
    fails: ['twice'],
    change: (app) => {
      changeSql(app, 'cart.db', 'quantity = quantity + 1', 'quantity = 1');
    },
  },
  {
    app: shop,
    what: 'item lost after a restart: the address',
    fails: ['address'],
    change: (app) => {
      app.start.push({ pref: 'address', set: { street: '', postcode: '' } });
    },
  },
  {
    app: shop,
    what: 'silent failure: a wrong postcode is taken',
    fails: ['address'],
    change: (app) => {
      change(actions(app.screens.address, 'sql')[0], 'sql', 'length(?1) = 5', 'length(?1) >= 0');
    },
  },
  {
    app: shop,
    what: 'late crash: after the cart is emptied',
    fails: ['removes'],
    change: (app) => {
      const empty = all(app.screens.cart).find(({ tap }) => tap?.some(({ toast }) => toast === 'Cart emptied'));
      empty.tap.push({ after: 100, do: [crash], in_background: true });
    },
  },
  {
    app: shop,
    what: '3 s slower: the cart opens, without a sign',
    fails: [],
    change: (app) => {
      const cart = all(app.screens.home).find(({ tap }) => tap?.[0]?.open === 'cart');
      cart.tap = [{ after: 3000, do: cart.tap }];
    },
  },
  {
    app: shop,
    what: 'list order: lines of the cart',
    fails: ['removes'],
    change: (app) => {
      upsideDown(find(app, 'cart', { id: '@lines' }).rows, 'ORDER BY rowid');
    },
  },
];

// The app of a mutation, broken.
export function broken({ app, change: breaks }) {
  const json = JSON.parse(fs.readFileSync(appOf({ packageName: app }), 'utf8'));
  breaks(json);
  return json;
}
