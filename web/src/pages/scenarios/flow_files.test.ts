import { expect, test } from 'vitest';
import { type FileUpload, flowsOf, isFlow } from './flow_files';

const file = (path: string, text: string): FileUpload => ({ path, text });
const head = 'appId: com.example\n---\n';

test('a flow comes with what it names, at the path by which it is named', () => {
  const [flow, ...others] = flowsOf([
    file('login.yaml', `${head}- runFlow: sub/enter.yaml\n- runScript: "make.js"\n- addMedia: [cat.png]\n`),
    file('enter.yaml', `${head}- tapOn: Save\n`),
    file('make.js', 'output.x = 1'),
    { path: 'cat.png', base64: 'AA==' },
    file('other.js', ''),
  ]);
  expect(others).toEqual([]);
  expect(flow?.file).toBe('login.yaml');
  expect(Object.keys(flow?.files ?? {}).sort()).toEqual([
    'cat.png',
    'login.yaml',
    'make.js',
    'sub/enter.yaml',
  ]);
  expect(flow?.files?.['cat.png']).toEqual({ base64: 'AA==' });
});

test('subflows of a folder are found from the file that names them', () => {
  const flows = flowsOf([
    file('a/one.yaml', `${head}- runFlow: ../common/part.yaml\n`),
    file('a/two.yaml', `${head}- runFlow: ../common/part.yaml\n`),
    file('common/part.yaml', `${head}- runFlow: deep.yaml\n`),
    file('common/deep.yaml', `${head}- back\n`),
  ]);
  expect(flows.map(({ file }) => file)).toEqual(['a/one.yaml', 'a/two.yaml']);
  expect(Object.keys(flows[0]?.files ?? {}).sort()).toEqual([
    'a/one.yaml',
    'common/deep.yaml',
    'common/part.yaml',
  ]);
});

test('a reference of a comparison may have no extension; what is outside is left out', () => {
  const [flow] = flowsOf([
    file('a.yaml', `${head}- assertScreenshot: home.png\n- runFlow: ../../b.yaml\n`),
    { path: 'home.png', base64: 'AA==' },
    file('b.yaml', 'no: flow\n'),
  ]);
  expect(Object.keys(flow?.files ?? {}).sort()).toEqual(['a.yaml', 'home.png']);
});

test('flows that run each other are all flows', () => {
  const flows = flowsOf([
    file('a.yaml', `${head}- runFlow: b.yaml`),
    file('b.yaml', `${head}- runFlow: a.yaml`),
  ]);
  expect(flows.map(({ file }) => file)).toEqual(['a.yaml', 'b.yaml']);
});

test('configuration and data are no flows', () => {
  expect(isFlow(file('config.yaml', 'flows:\n  - "*"\n---\n'))).toBe(false);
  expect(isFlow(file('rows.yaml', '- name: a\n'))).toBe(false);
  expect(isFlow(file('a.yml', 'appId: x\n---\n- back\n'))).toBe(true);
});
