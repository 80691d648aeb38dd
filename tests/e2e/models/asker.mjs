// asker.mjs: conversations of our own codecs, without a device
// (tests/conformance/model_asker.c)
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { atEnd, program, stop } from '../lib.mjs';

// One process for all conversations of a test file.
export function startAsker() {
  const child = spawn(program('tests/conformance/model-asker'), { stdio: ['pipe', 'pipe', 'inherit'] });
  const open = new Map();
  let count = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = JSON.parse(line);
    open.get(event.id).take(event);
  });
  child.on('exit', (status) => {
    for (const { end } of open.values()) end.reject(new Error(`model-asker ended with ${status}`));
  });
  atEnd(async () => {
    child.stdin.end();
    const status =
      child.exitCode ??
      (await new Promise((resolve) => {
        child.on('exit', resolve);
        setTimeout(() => stop(child).then(resolve), 20000).unref();
      }));
    if (status !== 0) throw new Error(`model-asker ended with ${status}`);
  });

  // Starts a conversation with a mock. cancel() ends it; .ended is what came of
  // it: {turns, failure, error, retries, said}.
  return (mock, { system, tools, user, image, results }) => {
    const id = ++count;
    const encoded = (one) => one && { mime: one.mime, data: one.data.toString('base64') };
    const said = [];
    const retries = [];
    const talk = { id, said, retries, cancel: () => child.stdin.write(`${JSON.stringify({ cancel: id })}\n`) };
    talk.ended = new Promise((resolve, reject) => {
      open.set(id, {
        end: { reject },
        take(event) {
          if (event.event === 'said') said.push(event);
          if (event.event === 'retry') retries.push(event);
          if (event.event !== 'end') return;
          open.delete(id);
          resolve({ ...event, said, retries });
        },
      });
    });
    const answers = Object.fromEntries(
      Object.entries(results ?? {}).map(([name, result]) => [name, { ...result, image: encoded(result.image) }]),
    );
    child.stdin.write(
      `${JSON.stringify({ id, profile: mock.profile, environment: mock.environment, system, tools, user, image: encoded(image), results: answers })}\n`,
    );
    return talk;
  };
}
