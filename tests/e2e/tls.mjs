// tls.mjs: certificates that no authority has signed
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { run, temporaryFolder } from './lib.mjs';

// A certificate of 'localhost': the variables that make a program trust it, whatever this machine
// has set, and what https.createServer() takes.
export async function makeCertificate() {
  const folder = temporaryFolder();
  const made = await run(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', 'key.pem', '-out', 'cert.pem'],
    ],
    { cwd: folder },
  );
  assert.equal(made.status, 0, made.err);
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => fs.readFileSync(path.join(folder, name)));
  return { env: { SSL_CERT_FILE: path.join(folder, 'cert.pem'), CURL_CA_BUNDLE: '' }, options: { key, cert } };
}
