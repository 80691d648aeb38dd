// orphans.mjs: end the processes that a test file started when the file ends,
// even if the runner kills it at --test-timeout. Orphans would keep the runner's
// pipes open, and the runner waits until those are closed.
import { spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';

// Each line of input is the list of running processes. The input ends with this
// process, however it dies; the shell then kills the last list.
const reaper = spawn(
  'sh',
  ['-c', `trap '' INT TERM HUP; while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -9 $pids`],
  { stdio: ['pipe', 'ignore', 'ignore'] },
);
reaper.stdin.on('error', () => {});
reaper.stdin.unref();
reaper.unref();

const running = new Set();
const report = () => reaper.stdin.write(`${[...running].join(' ')}\n`);

// Node announces every child here, including those that libraries start.
subscribe('child_process', ({ process: child }) => {
  child.once('spawn', () => {
    running.add(child.pid);
    report();
  });
  child.once('exit', () => {
    running.delete(child.pid);
    report();
  });
});
