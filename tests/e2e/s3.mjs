// s3.mjs: a small server of S3's protocol that verifies each signature, as AWS has published it
import crypto from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { atEnd } from './lib.mjs';

const sha256 = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');
const hmac = (key, text) => crypto.createHmac('sha256', key).update(text).digest();
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

// The signature of a request by the headers that it names; "Signature Version 4 signing process".
export function signature({ method, url, headers, secret, region, signed, time, hash }) {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const path = pathname.split('/').map((part) => encode(decodeURIComponent(part)));
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`).join('');
  const canonical = [method, path.join('/'), query, lines, signed.join(';'), hash].join('\n');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce((last, part) => hmac(last, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

// Null, or the code of what is wrong with a request.
function fault(request, body, account) {
  const { headers } = request;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'AccessDenied';
  const [, key, day, region, names, given] = match;
  const signed = names.split(';');
  const time = headers['x-amz-date'] ?? '';
  if (key !== account.key) return 'InvalidAccessKeyId';
  if (region !== account.region || !time.startsWith(day)) return 'AuthorizationHeaderMalformed';
  const wanted = ['host', 'x-amz-date', 'x-amz-content-sha256', ...(account.token ? ['x-amz-security-token'] : [])];
  if (
    wanted.some((name) => !signed.includes(name)) ||
    (headers['x-amz-security-token'] ?? '') !== (account.token ?? '')
  )
    return 'AccessDenied';
  const hash = headers['x-amz-content-sha256'];
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const own = signature({ ...request, ...account, headers, signed, time, hash });
  return own === given ? null : 'SignatureDoesNotMatch';
}

// s3.objects: Map key → bytes; s3.asked: "METHOD key status" of each request; s3.fail: a status for all requests.
export async function startS3({ bucket = 'reports', ...more } = {}) {
  const account = { key: 'AKIDEXAMPLE', secret: 'canary/secret+of-S3', region: 'eu-test-1', ...more };
  const s3 = { objects: new Map(), asked: [], fail: null, proxied: 0, account };
  const listener = http.createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      if (/^http:/.test(request.url)) s3.proxied++; // as a proxy
      request.url = new URL(request.url, 'http://x').pathname;
      const key = request.url.slice(`/${bucket}/`.length);
      const answer = (status, bytes = '') => {
        s3.asked.push(`${request.method} ${key} ${status}`);
        response.writeHead(status).end(request.method === 'HEAD' ? undefined : bytes);
      };
      const wrong = fault(request, body, account);
      if (s3.fail) return answer(s3.fail, '<Error><Code>SlowDown</Code></Error>');
      if (wrong) return answer(403, `<?xml version="1.0"?><Error><Code>${wrong}</Code></Error>`);
      if (!request.url.startsWith(`/${bucket}/`)) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
      if (request.method === 'PUT') {
        s3.objects.set(key, body);
        return answer(200);
      }
      if (s3.objects.has(key)) return answer(200, s3.objects.get(key));
      return answer(404, '<Error><Code>NoSuchKey</Code></Error>');
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  s3.stop = async () => {
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  };
  atEnd(() => {
    listener.closeAllConnections();
    listener.close();
  });
  s3.url = `http://127.0.0.1:${listener.address().port}/${bucket}`;
  s3.env = {
    AGENTEST_ARTIFACTS_S3: s3.url,
    AWS_ACCESS_KEY_ID: account.key,
    AWS_SECRET_ACCESS_KEY: account.secret,
    AWS_REGION: account.region,
    AWS_SESSION_TOKEN: account.token ?? '',
  };
  return s3;
}
