// action.yml, run as GitHub's runner runs a composite action: it installs from a release with sums, starts devices, runs
// scenarios and flows, and reports. AT_RELEASE=FOLDER takes the release from there.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { spawnSync } from 'node:child_process';
import { root, temporaryFolder } from './lib.mjs';
import {
  action,
  CASES,
  layAction,
  layAndroidSdk,
  layCheckout,
  layStandIns,
  makeRelease,
  put,
  serveReleases,
  startJob,
  useAction,
  version,
} from './ci_rig.mjs';
import { installTree } from './installed.mjs';

const release = makeRelease();
const damaged = temporaryFolder();
fs.cpSync(release.folder, damaged, { recursive: true });
fs.appendFileSync(path.join(damaged, release.tarball), 'one byte more');
const unlisted = temporaryFolder();
put(unlisted, 'SHA256SUMS', `${'0'.repeat(64)}  agentest-${version}-linux-other.tar.gz\n`);
const releases = await serveReleases({
  [`/agentest/agentest/releases/download/v${version}`]: release.folder,
  [`/damaged/v${version}`]: damaged,
  [`/unlisted/v${version}`]: unlisted,
});
const standIns = layStandIns(temporaryFolder(), releases);
const { adb, env } = await startJob([standIns]);
const folder = layAction();
const use = (inputs, cwd = layCheckout(), more = {}) => useAction(folder, inputs, { cwd, env: { ...env, ...more } });
const tree = installTree(temporaryFolder());

test('its metadata is complete, and no input becomes a part of a script', (t) => {
  const text = fs.readFileSync(path.join(root, 'action.yml'), 'utf8');
  const used = new Set([...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name));
  assert.deepEqual([...used].sort(), Object.keys(action.inputs).sort());
  for (const [name, row] of Object.entries({ ...action.inputs, ...action.outputs })) assert.ok(row.description, name);
  for (const { default: value } of Object.values(action.inputs)) assert.equal(typeof value, 'string');
  for (const step of action.runs.steps) assert.doesNotMatch(step.run ?? '', /\$\{\{/);
  const wanted = new Set(action.runs.steps.flatMap((step) => Object.keys(step.env ?? {})));
  const scripts = fs.readdirSync(path.join(root, 'packaging/action')).filter((name) => /\.(sh|py)$/.test(name));
  const read = scripts.map((name) => fs.readFileSync(path.join(root, 'packaging/action', name), 'utf8')).join('\n');
  for (const name of wanted) assert.match(read, new RegExp(`\\b${name}\\b`), `a script reads ${name}`);
  if (spawnSync('actionlint', ['--version']).error) {
    t.diagnostic('actionlint is not installed');
    return;
  }
  const repository = temporaryFolder();
  fs.cpSync(path.join(root, 'action.yml'), path.join(repository, 'agentest/action.yml'));
  const workflow = fs.readFileSync(path.join(root, 'docs/ci/github-actions.yml'), 'utf8');
  const local = put(
    repository,
    '.github/workflows/mobile.yml',
    workflow.replaceAll(/agentest\/agentest@\S+/g, './agentest'),
  );
  spawnSync('git', ['init', '-q'], { cwd: repository });
  const linted = spawnSync('actionlint', [local], { cwd: repository, encoding: 'utf8' });
  assert.equal(linted.status, 0, linted.stdout + linted.stderr);
});

test('it installs its own version from a release, runs on two devices, and reports', async () => {
  const cwd = layCheckout();
  const done = await use({ tags: 'smoke', devices: '2' }, cwd);
  assert.equal(done.status, 0, done.out + done.err);
  assert.deepEqual(releases.asked.splice(0), [
    `/agentest/agentest/releases/download/v${version}/SHA256SUMS`,
    `/agentest/agentest/releases/download/v${version}/${release.tarball}`,
  ]);
  const { outputs } = done;
  assert.equal(done.out.match(/^connected to 127\.0\.0\.1:\d+$/gm).length, 2, done.out);
  assert.deepEqual(
    [outputs.version, outputs.status, outputs.passed, outputs.failed, outputs['no-verdict']],
    [version, '0', String(CASES.length), '0', '0'],
  );
  assert.ok(fs.existsSync(path.join(outputs.bin, 'mobile-dev-agent')));
  assert.ok(done.paths.includes(outputs.bin), 'later steps find the programs');
  const xml = fs.readFileSync(path.join(cwd, 'report.xml'), 'utf8');
  assert.deepEqual([...xml.matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name).sort(), [...CASES].sort());
  assert.match(done.summary, new RegExp(`^### AgenTest: ${CASES.length} passed \\(\\d+\\.\\d s\\)\n`));
  assert.doesNotMatch(done.out, /^::error/m);
  assert.deepEqual(
    done.uploaded,
    ['report.xml', 'report.html', 'reports'].map((name) => path.join(cwd, name)),
  );
  assert.match(await adb.query('host:devices'), /^OKAY0000/, 'its devices are gone');
});

test('a download with another sum, or of another kind, is refused before it is unpacked', async () => {
  const { url } = releases;
  const refused = async (inputs, message) => {
    const done = await use(inputs);
    assert.equal(done.status, 2, done.out + done.err);
    const errors = done.err.match(/^::error title=AgenTest::.*$/gm) ?? [];
    assert.match(errors.join('\n'), message, done.err);
    assert.equal(errors.length, 1, done.err);
    assert.deepEqual([done.paths, done.uploaded, done.outputs.bin], [[], [], '']);
  };
  await refused(
    { url: `${url}/damaged` },
    /SHA-256 sum \w{64}, but SHA256SUMS says \w{64}: nothing of it was installed/,
  );
  await refused({ sha256: 'f'.repeat(64) }, /but the input sha256 says f{64}/);
  await refused({ url: `${url}/unlisted` }, /SHA256SUMS has no agentest-.*\.tar\.\*/);
  await refused({ version: '9.9.9' }, /v9\.9\.9\/SHA256SUMS could not be fetched.*is 9\.9\.9 a release\?/);
  await refused({ version: '../x' }, /version must be like 0\.2\.0, without a leading v, not '\.\.\/x'/);
  await refused({ url: 'http://mirror.example/agentest' }, /url must begin with https:/);
  await refused({ path: 'nothing' }, /path is neither a folder nor a tarball: nothing/);
  const pinned = await use({ sha256: release.sum, run: 'scenarios/Flow 1.yaml' });
  assert.equal(pinned.status, 0, pinned.out + pinned.err);
});

// A checkout with a flow that fails in a part of it, a scenario that no model can run, and one that passes.
function failing() {
  const cwd = temporaryFolder();
  const shop = layCheckout(path.join(cwd, 'shop'));
  for (const name of fs.readdirSync(path.join(shop, 'scenarios'))) fs.rmSync(path.join(shop, 'scenarios', name));
  const start = 'appId: com.example.notes\n---\n- launchApp:\n    clearState: true\n';
  put(shop, 'scenarios/good.yaml', start);
  put(
    shop,
    'scenarios/a.yaml',
    start.replace('---', 'name: "Half: 50%, `now` @all"\n---') + '- runFlow: ../parts/part.yaml\n',
  );
  put(
    shop,
    'parts/part.yaml',
    'appId: com.example.notes\n---\n- extendedWaitUntil:\n    visible: "Nothing\\n::add-mask::o"\n    timeout: 1\n',
  );
  const steps = [{ description: 'Log in' }];
  const scenario = { name: 'No model', goal: 'Log in', packageName: 'com.example.notes', steps };
  put(shop, 'scenarios/model.json', JSON.stringify(scenario, null, 2));
  return cwd;
}

test('failures are annotations at their lines, and a summary; the reports are uploaded', async () => {
  const cwd = failing();
  const done = await use({ path: tree, 'working-directory': 'shop', artifact: 'other' }, cwd);
  assert.equal(done.status, 1, done.out + done.err);
  const errors = done.out.match(/^::error .*$/gm);
  assert.equal(errors.length, 2, done.out);
  assert.match(
    errors[0],
    /^::error file=shop\/parts\/part\.yaml,line=3,title=Half%3A 50%25%2C `now` @all::Step 2 failed: .*%0A.*Nothing/,
  );
  assert.match(
    errors[1],
    /^::error file=shop\/scenarios\/model\.json,line=1,title=No model::The run could not start: no key/,
  );
  assert.match(done.summary, /^### AgenTest: 1 passed, 1 failed, 1 without a verdict \(/);
  assert.match(done.summary, /^- ❌ \*\*`` Half: 50%, `now` @all ``\*\* in `shop\/parts\/part\.yaml:3` on `127/m);
  assert.match(done.summary, /^- ⚠️ \*\*`No model`\*\* in `shop\/scenarios\/model\.json:1`, 0\.0 s: `The run/m);
  assert.deepEqual([done.outputs.status, done.outputs.failed, done.outputs['no-verdict']], ['1', '1', '1']);
  assert.deepEqual(
    done.uploaded.map((file) => path.relative(cwd, file)),
    ['shop/report.xml', 'shop/report.html', 'shop/reports'],
  );
  // Between the two marks nothing is a command to the runner.
  const [, token] = done.out.match(/^::stop-commands::([0-9a-f]{32})$/m);
  const [before, during, after] = done.out.split(new RegExp(`^::(?:stop-commands::)?${token}(?:::)?$`, 'm'));
  assert.match(during, /^FAIL /m);
  assert.doesNotMatch(before + after, /^(FAIL|PASS) /m);
  const silent = await use(
    { path: tree, 'working-directory': 'shop', annotations: 'false', summary: 'false', artifact: '' },
    cwd,
  );
  assert.equal(silent.status, 1);
  assert.deepEqual([silent.out.match(/^::error /gm), silent.summary, silent.uploaded], [null, '', []]);
});

test('inputs are words, whatever they hold', async () => {
  const cwd = layCheckout();
  const hostile = '$(touch pwned)`touch pwned`;touch pwned"\'';
  const wrong = [
    [{ run: hostile }, /run: there is no \$\(touch pwned\)/],
    [{ run: '--data=x' }, /options go to args: --data=x/],
    [{ run: ' \n ' }, /run is empty/],
    [{ device: hostile }, /device must be virtual-android, emulator or none/],
    [{ devices: '17' }, /devices must be a number from 1 to 16, not '17'/],
    [{ device: 'emulator', target: hostile, 'api-level': '34' }, /have letters, digits/],
    [{ app: hostile, device: 'none' }, null],
    [{ tags: hostile, run: 'scenarios/Flow 1.yaml' }, null],
    [{ args: `--profile\n${hostile}`, run: 'scenarios/Flow 1.yaml' }, null],
    [{ shard: hostile }, null],
    [{ device: 'x\n::error::injected' }, /device must be/],
  ];
  for (const [inputs, message] of wrong) {
    const done = await use({ path: tree, ...inputs }, cwd, { AGENTEST_KVM: '/dev/null' });
    if (message) assert.equal(done.status, 2, done.out + done.err);
    if (message) assert.match(done.err, message);
    assert.doesNotMatch(done.out + done.err, /^::error::injected/m);
    assert.deepEqual(
      fs.readdirSync(cwd).filter((name) => name === 'pwned'),
      [],
      JSON.stringify(inputs),
    );
  }
});

test('an emulator is installed, started and booted; without KVM it is refused', async () => {
  const { sdk, log, port, env: withSdk } = await layAndroidSdk(adb, env);
  const inputs = {
    path: tree,
    device: 'emulator',
    run: 'scenarios/Flow 1.yaml',
    'api-level': '35',
    'boot-seconds': '200',
  };
  const done = await use(inputs, undefined, withSdk);
  assert.equal(done.status, 0, done.out + done.err);
  assert.match(done.out, new RegExp(`^PASS +Flow 1 \\(emulator-${port}, `, 'm'));
  const [licences, install, create, start] = log();
  assert.equal(licences, 'sdkmanager --licenses');
  assert.equal(install, 'sdkmanager --install platform-tools emulator system-images;android-35;google_apis;x86_64');
  assert.match(
    create,
    /^avdmanager create avd --force --name agentest-1 --package system-images;android-35;\S+ --device pixel_6$/,
  );
  assert.match(start, /^emulator -avd agentest-1 -port \d+ -no-window .*-gpu swiftshader_indirect$/);

  put(sdk, 'broken', '');
  const broken = await use(inputs, undefined, withSdk);
  assert.equal(broken.status, 2);
  assert.match(broken.out, /^PANIC: broken$/m);
  assert.match(broken.err, /::error title=AgenTest::an emulator has ended: its log is above/);
  const without = await use(inputs, undefined, { ...withSdk, AGENTEST_KVM: path.join(sdk, 'no-kvm') });
  assert.match(without.err, /the runner has no .*no-kvm, .*device: virtual-android/);
  const bare = await use(inputs, undefined, { ...withSdk, ANDROID_HOME: temporaryFolder() });
  assert.match(bare.err, /has no sdkmanager: install Android's command-line tools first/);
});

test('build: true builds the checkout of the action, with its own prefix', async () => {
  const bin = temporaryFolder();
  // A build takes minutes; readme.test.mjs has a real one. These do what it leaves behind.
  put(
    bin,
    'meson',
    `#!/bin/sh
echo "meson $*" >> ${bin}/log
case $1 in
setup) mkdir -p "$2"; for word; do case $word in -Dprefix=*) echo "\${word#*=}" > "$2/prefix" ;; esac; done ;;
install) mkdir -p "$(cat "$5/prefix")"; cp -r ${tree}/. "$(cat "$5/prefix")" ;;
esac
`,
    0o755,
  );
  put(bin, 'ninja', `#!/bin/sh\necho "ninja $*" >> ${bin}/log\n`, 0o755);
  put(folder, 'tools/install-deps', `#!/bin/sh\necho install-deps >> ${bin}/log\n`, 0o755);
  const cwd = layCheckout();
  const done = await use({ build: 'true', run: 'scenarios/Flow 1.yaml' }, cwd, { PATH: `${bin}:${env.PATH}` });
  assert.equal(done.status, 0, done.out + done.err);
  const log = fs.readFileSync(path.join(bin, 'log'), 'utf8').trim().split('\n');
  assert.deepEqual(
    log.map((line) => line.split(' ').slice(0, 2).join(' ').replace(/ -C$/, '')),
    ['install-deps', 'meson setup', 'ninja', 'meson install'],
  );
  assert.ok(log[1].includes(` ${folder} -Dbuildtype=release -Dprefix=`), log[1]);
  fs.rmSync(path.join(folder, 'tools'), { recursive: true });
});
