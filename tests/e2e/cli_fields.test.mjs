// A user of mobile-dev-agent adds to the text of a field, replaces it, deletes
// it; some texts are refused before anything is typed.
import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { adbOnly, startAdbServer, startVirtual } from './lib.mjs';
import { startMda } from './mda.mjs';

const notes = 'com.example.notes';
const server = await startAdbServer();

async function start(env) {
  const device = await startVirtual(server);
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial, ...env } });
  await mda.ok(`session set --platform android --app-id ${notes}`);
  const login = async () => {
    await device.shell(`pm clear ${notes}`);
    await device.shell(`am start -n ${notes}/.LoginActivity`);
    await mda.ok('ui snapshot -i --no-screenshot');
  };
  const value = async (id) => {
    const { snapshot } = (await mda.ok('ui snapshot --no-screenshot')).data;
    return snapshot.elements.find((one) => one.selectors.android.resource_id === `${notes}:id/${id}`).value ?? '';
  };
  return { device, mda, login, value };
}

describe('with adb only', async () => {
  const { mda, login, value } = await start(adbOnly);

  test('a wrong address is replaced in one command', async () => {
    await login();
    await mda.ok('ui tap id:email');
    await mda.ok('ui type dmeo@example.com');
    const added = await mda.ok('ui type x');
    assert.match(added.data.note, /'ui type --replace' replaces it/);
    assert.equal((await mda.ok('ui type --replace demo@example.com')).data.value, 'demo@example.com');
    assert.equal(await value('email'), 'demo@example.com');
  });

  test('a field is cleared, by its id, its ref, and where the focus is', async () => {
    await login();
    for (const clear of ['ui clear id:email', 'ui clear @e2', 'ui clear --ref e2', 'ui clear']) {
      await mda.ok('ui tap id:email');
      await mda.ok('ui type demo');
      const { data } = await mda.ok(clear);
      assert.deepEqual([data.action, data.value], ['clear', '']);
      assert.equal(await value('email'), '');
    }
  });

  test('a filled field is found by its label, and named by it', async () => {
    await login();
    await mda.ok('ui tap id:email');
    await mda.ok('ui type demo@example.com');
    const { snapshot } = (await mda.ok('ui snapshot --no-screenshot')).data;
    const field = snapshot.elements.find((one) => one.value === 'demo@example.com');
    assert.equal(field.name, 'E-mail');
    const found = await mda.ok(['ui', 'find', 'print', '--name', 'E-mail', '--role', 'input']);
    assert.equal(found.data.count, 1);
    assert.match((await mda.ok(['ui', 'tap', 'text:"E-mail"'])).data.target, /value="demo@example.com"/);
    assert.equal((await mda.ok(['ui', 'clear', 'text:"E-mail"'])).data.value, '');
  });

  test('the words of the tree are roles', async () => {
    await login();
    for (const [word, role] of [
      ['btn', 'button'],
      ['input', 'textbox'],
    ]) {
      const one = (await mda.ok(`ui find print --role ${word}`)).data;
      assert.ok(one.count > 0 && one.matches.every((match) => match.role === role), word);
    }
    assert.ok((await mda.ok('ui find print --role link')).data.lines.includes('link "'));
  });

  test('only a field can be cleared', async () => {
    await login();
    assert.match((await mda.fails('ui clear id:login_button', 2)).error.message, /is not a text field/);
    assert.match((await mda.fails('ui clear coords:10,10', 2)).error.message, /a point holds no text/);
    assert.match((await mda.fails('ui clear', 1)).error.message, /no text field is focused/);
  });

  test('the delete key takes the last character away', async () => {
    await login();
    await mda.ok('ui tap id:email');
    await mda.ok('ui type demoo');
    await mda.ok('ui press delete');
    assert.equal(await value('email'), 'demo');
  });
});

describe('with the helper', async () => {
  const { device, mda, login, value } = await start({});

  test('a text that a password field cannot take is refused with status 2 and the advice', async () => {
    await login();
    await mda.ok('ui tap id:password');
    await mda.ok('ui type secret');
    await device.fault('clipboard-denied', 1000);
    const { error } = await mda.fails(['ui', 'type', 'ü'], 2);
    await device.fault('clipboard-denied', 0);
    assert.equal(error.code, 'INVALID_ARGUMENT');
    assert.match(
      error.message,
      /^character 1 of the text cannot be typed.*nothing was typed.*flow run.*ui type --replace/,
    );
    assert.equal((await mda.ok(['ui', 'type', '--replace', 'secretü'])).data.value, '(7 characters)');
  });

  test('text that no key types is pasted after the content of a password field', async () => {
    await login();
    await mda.ok('ui tap id:password');
    await mda.ok('ui type secret');
    assert.equal((await mda.ok(['ui', 'type', 'ü'])).data.value, '(7 characters)');
  });

  test('a field is replaced by any text', async () => {
    await login();
    await mda.ok('ui tap id:email');
    await mda.ok('ui type demo');
    assert.equal((await mda.ok(['ui', 'type', '--replace', 'Jürgen'])).data.value, 'Jürgen');
    assert.equal((await mda.ok('ui clear id:email')).data.value, '');
    assert.equal(await value('email'), '');
  });
});
