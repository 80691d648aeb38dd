import { expect, test, vi } from 'vitest';
import { importFiles } from './importing';

const stored: string[] = [];
vi.mock('@/api/client', () => ({ Problem: class extends Error {} }));
vi.mock('@/api/scenarios', () => ({
  importScenarios: (body: string) => {
    stored.push(body);
    if (body.includes('refused')) return Promise.reject(new Error('refused by the server'));
    return Promise.resolve({ imported: JSON.parse(body).length, scenarios: [] });
  },
}));

const head = 'appId: com.example\n---\n';
const gone = (name: string) =>
  Object.assign(new File([], name), { text: () => Promise.reject(new Error('gone')) });

test('each file has its result, and a reason if nothing of it was stored', async () => {
  const results = await importFiles([
    gone('gone.json'),
    new File(['[{"goal": "one"}, {"goal": "two"}]'], 'two.json'),
    new File(['[{"goal": "refused"}]'], 'refused.json'),
    new File(['{'], 'broken.json'),
    gone('gone.yaml'),
    new File([`${head}- runScript: make.js\n`], 'login.yaml'),
    new File([`${head}- tapOn: refused\n`], 'refused.yaml'),
    new File(['output.x = 1'], 'make.js'),
    new File(['flows:\n  - "*"\n'], 'config.yaml'),
    new File(['output.x = 2'], 'other.js'),
    new File([new Uint8Array([0, 255])], 'cat.png'),
  ]);
  expect(results.map(({ file, count, error, why }) => [file, count, why ?? error])).toEqual([
    ['gone.json', 0, 'unreadable'],
    ['two.json', 2, undefined],
    ['refused.json', 0, 'refused by the server'],
    ['broken.json', 0, expect.any(String)],
    ['gone.yaml', 0, 'unreadable'],
    ['login.yaml', 1, undefined],
    ['refused.yaml', 0, 'refused by the server'],
    ['config.yaml', 0, 'notFlow'],
    ['other.js', 0, 'notNamed'],
    ['cat.png', 0, 'notNamed'],
  ]);
  expect(stored.some((body) => body.includes('make.js'))).toBe(true);
});

test('a file of another folder is not taken for one that a flow names', async () => {
  const below = (path: string, text: string) => {
    const file = new File([text], path.slice(path.lastIndexOf('/') + 1));
    Object.defineProperty(file, 'webkitRelativePath', { value: path });
    return file;
  };
  const results = await importFiles([
    below('all/one/login.yaml', `${head}- runScript: make.js\n`),
    below('all/one/make.js', 'output.x = 1'),
    below('all/two/make.js', 'output.x = 2'),
  ]);
  expect(results.map(({ file, why }) => [file, why])).toEqual([
    ['all/one/login.yaml', undefined],
    ['all/two/make.js', 'notNamed'],
  ]);
});
