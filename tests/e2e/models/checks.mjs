// checks.mjs: what the mock servers check alike: members, schemas, pictures.
// A broken rule is thrown as a Refusal, which a format turns into its own error.

export class Refusal extends Error {
  constructor(message, more = {}) {
    super(message);
    this.status = 400;
    Object.assign(this, more);
  }
}

export const refuse = (message, more) => {
  throw new Refusal(message, more);
};
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

// The first member of value that is not among names.
export const strange = (value, names) => Object.keys(value).find((name) => !names.includes(name));

const typeNames = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const schemaMembers = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'description',
  'title',
  'default',
  'examples',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  '$schema',
  '$defs',
  '$ref',
];

// Why a value is not a JSON Schema; undefined if it is one. path names the place.
export function schemaFault(schema, path = '') {
  if (!isObject(schema)) return `${path || 'schema'} is not of type 'object'`;
  const member = strange(schema, schemaMembers);
  if (member) return `${path}/${member} is not a keyword`;
  const types = [].concat(schema.type ?? []);
  if (types.some((type) => !typeNames.includes(type)))
    return `${JSON.stringify(schema.type)} is not valid under any of the given schemas`;
  if (schema.required !== undefined) {
    if (!Array.isArray(schema.required)) return `${path}/required is not of type 'array'`;
    const unknown = schema.required.find((name) => !Object.hasOwn(schema.properties ?? {}, name));
    if (unknown) return `${path}/required names '${unknown}', which properties does not have`;
    if (new Set(schema.required).size !== schema.required.length) return `${path}/required has non-unique elements`;
  }
  if (schema.enum !== undefined && (!Array.isArray(schema.enum) || schema.enum.length === 0))
    return `${path}/enum should be non-empty`;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const fault = schemaFault(property, `${path}/properties/${name}`);
    if (fault) return fault;
  }
  if (types.includes('array') && schema.items === undefined) return `${path}: array schema missing items`;
  if (schema.items !== undefined) return schemaFault(schema.items, `${path}/items`);
  return undefined;
}

// The further rules of OpenAI's strict mode for a schema.
export function strictFault(schema, path = []) {
  const context = `In context=(${path.map((part) => `'${part}'`).join(', ')})`;
  if (schema.type === 'object') {
    if (schema.additionalProperties !== false)
      return `${context}, 'additionalProperties' is required to be supplied and to be false.`;
    const missing = Object.keys(schema.properties ?? {}).find((name) => !(schema.required ?? []).includes(name));
    if (missing)
      return `${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const fault = strictFault(property, [...path, 'properties', name]);
    if (fault) return fault;
  }
  return undefined;
}

const magic = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/gif', (bytes) => bytes.subarray(0, 4).toString('latin1') === 'GIF8'],
  [
    'image/webp',
    (bytes) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  ],
];

// The media type that the bytes of a picture are of.
export const mediaType = (bytes) => magic.find(([, test]) => test(bytes))?.[0];

// Width and height of a PNG or JPEG; undefined: neither.
export function imageSize(bytes) {
  if (mediaType(bytes) === 'image/png') return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (mediaType(bytes) !== 'image/jpeg') return undefined;
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1];
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  return undefined;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

// A picture from its base64 text. because() makes the words of a refusal.
export function readImage(text, said, because) {
  if (typeof text !== 'string' || text === '' || !base64.test(text)) refuse(because('invalid base64 data'));
  const data = Buffer.from(text, 'base64');
  const mime = mediaType(data);
  if (!mime) refuse(because('Could not process image'));
  if (said && said !== mime)
    refuse(
      because(`The image was specified using the ${said} media type, but the image appears to be a ${mime} image`),
    );
  if (imageSize(data)?.some((side) => side > 8000))
    refuse(because('At least one of the image dimensions exceed max allowed size: 8000 pixels'));
  return { mime, data };
}

// The same from a data URL.
export function readDataUrl(url, because) {
  const [, said, text] = /^data:(image\/[a-z]+);base64,(.*)$/s.exec(url ?? '') ?? [];
  if (!said) refuse(because('Expected a base64-encoded data URL with an image MIME type'));
  return readImage(text, said, because);
}

// The headers by which a provider says when, and whether, to ask again.
export const hint = ({ seconds, ms, date, shouldRetry }) => ({
  ...(seconds !== undefined ? { 'retry-after': String(seconds) } : {}),
  ...(date !== undefined ? { 'retry-after': date.toUTCString() } : {}),
  ...(ms !== undefined ? { 'retry-after-ms': String(ms) } : {}),
  ...(shouldRetry !== undefined ? { 'x-should-retry': String(shouldRetry) } : {}),
});
