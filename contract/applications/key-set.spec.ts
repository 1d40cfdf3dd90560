import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canEncrypt, canVerify, holdsPrivateKey, keySetOf, keysIn, problemOfKeySet } from './key-set.ts';

const pairs = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  short: generateKeyPairSync('rsa', { modulusLength: 1024 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ec384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ec521: generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  ed25519: generateKeyPairSync('ed25519'),
  x25519: generateKeyPairSync('x25519'),
  ed448: generateKeyPairSync('ed448'),
};
type Name = keyof typeof pairs;
const publicJwk = (name: Name) => pairs[name].publicKey.export({ format: 'jwk' });
const privateJwk = (name: Name) => pairs[name].privateKey.export({ format: 'jwk' });

describe('a JWKS', () => {
  it.each(['rsa', 'ec', 'ec384', 'ec521', 'ed25519', 'x25519', 'ed448'] as const)(
    'accepts a public %s key',
    (name) => {
      expect(problemOfKeySet({ keys: [publicJwk(name)] })).toBeUndefined();
    },
  );

  it.each([
    [{}, 'isn’t a JWKS'],
    [[], 'isn’t a JWKS'],
    ['{"keys": [', 'isn’t JSON'],
    ['https://app.example/jwks', 'JWKS URL'],
    ['-----BEGIN PUBLIC KEY-----\nMCow', 'PEM'],
    [{ keys: [] }, 'no keys'],
    [{ keys: ['one'] }, 'Key 1: “kty”'],
    [{ keys: [publicJwk('ec'), { kty: 'EC', crv: 'P-256' }] }, 'Key 2: “x”'],
    [{ keys: [{ ...publicJwk('ec'), y: 'AAAA' }] }, 'Key 1: “y”'],
    [{ keys: [{ ...publicJwk('ec'), crv: 'P-384' }] }, '64 characters'],
    [{ keys: [{ ...publicJwk('ec'), crv: 'P-192' }] }, '“crv”'],
    [{ keys: [{ kty: 'RSA', n: 'a b', e: 'AQAB' }] }, '“n”'],
    [{ keys: [{ kty: 'RSA', n: publicJwk('rsa').n }] }, '“e”'],
    [{ keys: [publicJwk('short')] }, '2,048 bits'],
    [{ keys: [{ kty: 'constructor', x: 'a' }] }, 'RSA, EC or OKP'],
    [{ keys: [{ ...publicJwk('rsa'), use: 'signature' }] }, 'sig or enc'],
    [{ keys: [{ ...publicJwk('rsa'), alg: 'ES256' }] }, '“alg”'],
    [{ keys: [{ ...publicJwk('rsa'), alg: 'HS256' }] }, '“alg”'],
    [{ keys: [{ ...publicJwk('rsa'), alg: 'RSA-OAEP', use: 'sig' }] }, 'contradict'],
    [{ keys: [{ ...publicJwk('rsa'), kid: 5 }] }, '“kid”'],
    [
      {
        keys: [
          { ...publicJwk('rsa'), kid: 'a' },
          { ...publicJwk('rsa'), kid: 'a' },
        ],
      },
      'same ID',
    ],
    [{ keys: Array.from({ length: 200 }, () => publicJwk('ec')) }, 'too large'],
  ])('reports the problem of %j', (value, message) => {
    expect(problemOfKeySet(value)).toContain(message);
  });

  it('is made from a single key, and from text', () => {
    const one = publicJwk('ec');
    expect(keySetOf(JSON.stringify(one))).toEqual({ keys: [one] });
    expect(keySetOf(JSON.stringify({ keys: [one] }))).toEqual({ keys: [one] });
    expect(keySetOf('{"keys":')).toBe('{"keys":');
    expect(keySetOf('  ')).toBe('');
    expect(keysIn({ keys: [one, 'x', {}] })).toEqual([one]);
  });
});

describe('a private key instead of a public key', () => {
  const pem = (name: Name) => pairs[name].privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const text = JSON.stringify({ keys: [privateJwk('rsa')] }, null, 2);

  it.each([
    ...(['rsa', 'ec', 'ed25519', 'x25519'] as const).map((name) => ({ keys: [privateJwk(name)] })),
    { keys: [publicJwk('ec'), privateJwk('ec')] },
    { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] },
    { keys: [{ ...publicJwk('rsa'), oth: [{ r: 'a', d: 'b', t: 'c' }] }] },
    { wrapped: { keys: [privateJwk('ec')] } },
    JSON.stringify(privateJwk('ec')),
    text.slice(0, -40),
    `keys: [{ kty: 'EC', d: 'abc' }]`,
    pem('rsa'),
    pem('ec'),
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE',
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIE',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl',
  ])('is detected, and the message quotes no part of it: case %#', (value) => {
    expect(holdsPrivateKey(value)).toBe(true);
    const problem = problemOfKeySet(value) ?? '';
    expect(problem).toContain('private key');
    for (const secret of [privateJwk('rsa').d, privateJwk('ec').d]) expect(problem).not.toContain(secret);
  });

  it('is not reported for other values', () => {
    for (const value of [
      { keys: [publicJwk('rsa'), publicJwk('ec'), { ...publicJwk('ec'), x5c: ['MIIB'], kid: 'd: "x"' }] },
      '{"keys": [{"kty": "EC", "kid": "deploy-key"',
      '-----BEGIN PUBLIC KEY-----\nMCow',
      'https://app.example/jwks?p=1&d=2',
    ])
      expect(holdsPrivateKey(value)).toBe(false);
  });
});

describe('the use of a key', () => {
  const key = (name: Name, members: object = {}) => {
    const [found] = keysIn({ keys: [{ ...publicJwk(name), ...members }] });
    if (found === undefined) throw new Error('This is not a key.');
    return found;
  };

  it.each([
    ['rsa', {}, 'RS256', true],
    ['rsa', {}, 'PS512', true],
    ['rsa', {}, 'ES256', false],
    ['ec', {}, 'ES256', true],
    ['ec', {}, 'ES384', false],
    ['ed25519', { alg: 'Ed25519' }, 'EdDSA', true],
    ['x25519', {}, 'EdDSA', false],
    ['x25519', {}, undefined, false],
    ['rsa', { use: 'enc' }, undefined, false],
    ['rsa', { alg: 'RSA-OAEP' }, undefined, false],
    ['rsa', { alg: 'PS256' }, 'RS256', false],
    ['rsa', { key_ops: ['encrypt'] }, undefined, false],
    ['rsa', { key_ops: ['verify'] }, undefined, true],
  ] as const)('a key %s with %j checks %s: %s', (name, members, algorithm, isFit) => {
    expect(canVerify(key(name, members), algorithm)).toBe(isFit);
  });

  it.each([
    ['rsa', {}, 'RSA-OAEP-256', true],
    ['rsa', { use: 'sig' }, 'RSA-OAEP-256', false],
    ['rsa', { alg: 'RSA-OAEP' }, 'RSA-OAEP-256', false],
    ['ec', {}, 'ECDH-ES', true],
    ['x25519', {}, 'ECDH-ES', true],
    ['ed25519', {}, 'ECDH-ES', false],
    ['ec', {}, 'RSA-OAEP', false],
  ] as const)('a key %s with %j encrypts with %s: %s', (name, members, algorithm, isFit) => {
    expect(canEncrypt(key(name, members), algorithm)).toBe(isFit);
  });
});
