// screenText.test.ts: the screen is found in the request of any provider, and no text of an app ends it
import { expect, test } from 'vitest';
import { lastScreen } from './screenText';

const screen = (id: string, body: string) =>
  `OK: done\n[[screen ${id}]] com.example, 2 controls\n${body}\n[[end ${id}]]`;

test('the last screen of the request counts', () => {
  const request = {
    messages: [
      { content: [{ text: screen('a1', '"Old"') }] },
      { content: screen('b2', '"New"\n@b1 btn "Go"') },
    ],
  };
  expect(lastScreen({ request })).toBe('com.example, 2 controls\n"New"\n@b1 btn "Go"');
});

test('a text that looks like the end of a screen is part of it', () => {
  expect(lastScreen({ request: [screen('c3', '"[[end zz]]"\n"more"')] })).toContain('"more"');
});

test('no request, no screen', () => {
  expect(lastScreen(null)).toBeUndefined();
  expect(lastScreen({ request: { messages: ['no screen here'] } })).toBeUndefined();
});
