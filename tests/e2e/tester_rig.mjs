// tester_rig.mjs: mobile-tester-agent serve, with a device and a scripted model
import { spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { atEnd, program, stop, temporaryFolder, until } from './lib.mjs';

// The server in a separate folder. It finds no key and no Ollama except those of env. token:
// required by the server, and sent by its requests; program: a copy of it.
export async function startServer(
  adbServer,
  { env = {}, args = [], folder = temporaryFolder(), port = 0, token, program: file } = {},
) {
  const all = {
    ...adbServer.env,
    OLLAMA_HOST: 'http://127.0.0.1:1',
    LOCAL_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    XDG_STATE_HOME: path.join(folder, 'state'),
    SECRET_PASSWORD: 'secret123',
    ...(token && { AGENTEST_HTTP_TOKEN: token }),
    ...env,
  };
  for (const name of Object.keys(all)) if (/_KEY$|^OPEN_ROUTER$/.test(name) && !(name in env)) delete all[name];
  const child = spawn(
    file ?? program('mobile-tester-agent'),
    ['serve', '--http', `127.0.0.1:${port}`, '--data', path.join(folder, 'data'), ...args],
    { cwd: folder, env: all, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const server = { child, folder, data: path.join(folder, 'data'), log: '' };
  child.stderr.on('data', (data) => {
    server.log += data;
  });
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  await until(() => /listening on/.test(server.log) || child.exitCode !== null, 'the server listens');
  server.url = server.log.match(/listening on ([^\s"]+)/)?.[1];
  server.port = Number(server.url?.match(/:(\d+)$/)[1]);
  server.ended = ended;
  server.stop = async () => {
    await stop(child);
    return ended;
  };
  atEnd(async () => {
    const status = await stop(child);
    if (/(ERROR|WARNING): (Address|Leak|Thread)Sanitizer|runtime error:/.test(server.log)) throw new Error(server.log);
    if (server.url && ![0, 'SIGKILL'].includes(status))
      throw new Error(`the server ended with ${status}: ${server.log}`);
  });

  // One request; a body that is not text is sent as JSON.
  server.ask = async (method, where, body, headers = {}) => {
    const own = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const type = {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const response = await fetch(server.url + where, {
      method,
      redirect: 'manual',
      ...own,
      headers: { ...type, ...headers },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    let json;
    try {
      json = JSON.parse(text);
    } catch {
      /* it is a text */
    }
    return { status: response.status, headers: response.headers, bytes, text, json };
  };
  server.get = (where, headers) => server.ask('GET', where, undefined, headers);
  server.post = (where, body, headers) => server.ask('POST', where, body, headers);
  server.runEnded = (id) =>
    until(
      async () => {
        const { json } = await server.get(`/api/v1/runs/${id}`);
        return json.state === 'ended' && json;
      },
      `run ${id} ends`,
      180,
    );
  // Bytes as they are; the whole answer.
  server.raw = (text) =>
    new Promise((resolve, reject) => {
      const socket = net.connect(server.port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('end', () => resolve(answer)).on('error', reject);
    });
  return server;
}
