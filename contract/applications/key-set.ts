import type { JsonValue } from './application-settings.ts';
import { formatExact } from '../../languages/json/format-exact.ts';
import { parseExact } from '../../languages/json/parse-exact.ts';
import { isRecord, isTexts } from '../values/guard.ts';
import { hiddenMark } from '../values/placeholder.ts';
import { isPrivateKeyMember } from '../values/private-key-members.ts';

/** A public key of a JSON Web Key Set. Source: RFC 7517 section 4. */
type PublicKey = Readonly<Record<string, unknown>> & { readonly kty: string };

/** Maximum length of a JWKS in characters, and maximum number of keys. Our limits. */
const maxKeySetLength = 100_000;
const maxKeys = 100;

/** Base64url characters of a coordinate, by curve. Source: RFC 7518 section 6.2.1.2, RFC 8037 section 2. */
const coordinateLength: Readonly<Record<string, number>> = {
  'P-256': 43,
  'P-384': 64,
  'P-521': 88,
  secp256k1: 43,
  Ed25519: 43,
  X25519: 43,
  Ed448: 76,
  X448: 75,
};
const curvesOf: Readonly<Record<string, readonly string[]>> = {
  EC: ['P-256', 'P-384', 'P-521', 'secp256k1'],
  OKP: ['Ed25519', 'X25519', 'Ed448', 'X448'],
};
const agreementOnly = new Set(['X25519', 'X448']);
const signatureOnly = new Set(['Ed25519', 'Ed448']);

/** Base64url characters of a 2,048-bit modulus: shorter ones must not be used (RFC 7518 section 3.3). */
const minModulusLength = 342;

/**
 * Parses the text of a JWKS; a single key becomes a set of one. Returns text that isn't a JSON object unchanged, so that it can
 * be corrected.
 */
export function keySetOf(text: string): JsonValue {
  if (text.trim() === '') return '';
  let value: JsonValue;
  try {
    value = parseExact(text) as JsonValue;
  } catch {
    return text;
  }
  if (!isRecord(value)) return text;
  return typeof value['kty'] === 'string' ? { keys: [value] } : value;
}

export function keySetText(value: unknown): string {
  return value == null ? '' : typeof value === 'string' ? value : formatExact(value, 2);
}

/** The keys of a valid set; empty for anything else. */
export function keysIn(value: unknown): readonly PublicKey[] {
  return isRecord(value) && Array.isArray(value['keys']) ? value['keys'].filter(isKey) : [];
}

/** Why the value isn't a JWKS of public keys, and what to do. The message never quotes any part of a key. */
export function problemOfKeySet(value: unknown): string | undefined {
  if (holdsPrivateKey(value) || value === hiddenMark) return privateKeyProblem;
  if (typeof value === 'string') return problemOfText(value);
  if (!isRecord(value) || !Array.isArray(value['keys']))
    return 'This isn’t a JWKS. Enter a JSON object with a list of keys: {"keys": […]}.';
  const { keys } = value;
  if (keys.length === 0) return 'The JWKS has no keys. Add at least one public key.';
  if (keys.length > maxKeys || formatExact(value).length > maxKeySetLength)
    return `The JWKS is too large. Remove old keys, or use a JWKS URL.`;
  for (const [index, key] of keys.entries()) {
    const problem = problemOfKey(key);
    if (problem !== undefined) return `Key ${index + 1}: ${problem}`;
  }
  return problemOfKeyIds(keys.filter(isKey));
}

export const privateKeyProblem =
  'This contains a private key, and only public keys belong here. It wasn’t saved. Paste the public key, and replace the key pair if others could see it.';

/** True for a private or symmetric key at any depth, and for text that contains or may contain one: PEM, or invalid JSON. */
export function holdsPrivateKey(value: unknown): boolean {
  return typeof value === 'string' && privateMemberText.test(value) ? true : hasPrivateKeyWithin(value);
}

function hasPrivateKeyWithin(value: unknown): boolean {
  if (typeof value === 'string') return privateKeyFile.test(value);
  if (Array.isArray(value)) return value.some(hasPrivateKeyWithin);
  if (!isRecord(value)) return false;
  return Object.entries(value).some(
    ([name, member]) => (isPrivateKeyMember(name) && member != null) || hasPrivateKeyWithin(member),
  );
}

const privateKeyFile = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File/;
const privateMemberText = /["']?\b(?:d|p|q|dp|dq|qi|oth|k|priv)["']?\s*:\s*["'[]/;

/** True if the key can verify signatures of this algorithm; without one, of any algorithm. */
export function canVerify(key: PublicKey, algorithm?: string): boolean {
  if (key['use'] === 'enc' || !allows(key, ['verify'])) return false;
  if (key.kty === 'OKP' && agreementOnly.has(String(key['crv']))) return false;
  if (typeof key['alg'] === 'string' && isEncryption(key['alg'])) return false;
  if (algorithm === undefined || algorithm === '') return true;
  return fitsKey(algorithm, key) && (key['alg'] === undefined || isSameAlgorithm(key['alg'], algorithm));
}

/** True if the key can be used to encrypt with this algorithm. */
export function canEncrypt(key: PublicKey, algorithm: string): boolean {
  if (key['use'] === 'sig' || !allows(key, ['encrypt', 'wrapKey', 'deriveKey', 'deriveBits'])) return false;
  return fitsKey(algorithm, key) && (key['alg'] === undefined || key['alg'] === algorithm);
}

const allows = (key: PublicKey, operations: readonly string[]): boolean =>
  !Array.isArray(key['key_ops']) ||
  key['key_ops'].length === 0 ||
  key['key_ops'].some((operation) => operations.includes(String(operation)));

/** Two names of the same signature (RFC 9864). */
const isSameAlgorithm = (one: unknown, other: string): boolean =>
  one === other || [one, other].every((name) => name === 'EdDSA' || name === 'Ed25519');

const isEncryption = (algorithm: string): boolean => /^(?:RSA-OAEP|RSA1_5|ECDH-ES)/.test(algorithm);

/** Source: RFC 7518 sections 3.1 and 4.1. */
function fitsKey(algorithm: string, key: PublicKey): boolean {
  const curve = String(key['crv']);
  if (/^(?:RS|PS)\d|^RSA/.test(algorithm)) return key.kty === 'RSA';
  const curveOfSignature = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521', ES256K: 'secp256k1' }[algorithm];
  if (curveOfSignature !== undefined) return key.kty === 'EC' && curve === curveOfSignature;
  if (algorithm.startsWith('Ed')) return key.kty === 'OKP' && signatureOnly.has(curve);
  if (algorithm.startsWith('ECDH-ES'))
    return key.kty === 'EC' ? curve !== 'secp256k1' : key.kty === 'OKP' && agreementOnly.has(curve);
  return false;
}

function problemOfText(text: string): string {
  if (/-----BEGIN/.test(text))
    return 'This is a PEM file. Convert the public key to a JWK, and enter that as JSON.';
  if (/^\s*https?:/.test(text)) return 'This is a URL. Enter it as JWKS URL.';
  return 'This isn’t JSON. Enter the JWKS as {"keys": […]}.';
}

function problemOfKey(key: unknown): string | undefined {
  if (!isKey(key)) return '“kty” is missing. Use RSA, EC or OKP.';
  const problem = key.kty === 'RSA' ? problemOfRsa(key) : problemOfCurve(key);
  return problem ?? problemOfUse(key);
}

const base64url = /^[A-Za-z0-9_-]+$/;

function problemOfRsa({ n, e }: PublicKey): string | undefined {
  if (typeof n !== 'string' || !base64url.test(n)) return '“n” must be the modulus in base64url.';
  if (typeof e !== 'string' || !base64url.test(e)) return '“e” must be the exponent in base64url.';
  return n.replace(/^A+/, '').length < minModulusLength
    ? 'The RSA key is shorter than 2,048 bits. Use a longer key.'
    : undefined;
}

function problemOfCurve(key: PublicKey): string | undefined {
  const curves = Object.hasOwn(curvesOf, key.kty) ? curvesOf[key.kty] : undefined;
  if (curves === undefined) return '“kty” must be RSA, EC or OKP.';
  const curve = curves.find((name) => name === key['crv']);
  if (curve === undefined) return `“crv” must be one of ${curves.join(', ')}.`;
  const wrong = (key.kty === 'EC' ? ['x', 'y'] : ['x']).find((name) => {
    const value = key[name];
    return typeof value !== 'string' || !base64url.test(value) || value.length !== coordinateLength[curve];
  });
  return wrong === undefined
    ? undefined
    : `“${wrong}” must be a coordinate of ${curve} in base64url, ${coordinateLength[curve]} characters long.`;
}

function problemOfUse(key: PublicKey): string | undefined {
  const { use, alg, kid, key_ops: operations } = key;
  if (use !== undefined && use !== 'sig' && use !== 'enc') return '“use” must be sig or enc.';
  if (kid !== undefined && (typeof kid !== 'string' || kid === '')) return '“kid” must be text.';
  if (operations !== undefined && !isTexts(operations)) return '“key_ops” must be a list of text.';
  if (alg === undefined) return undefined;
  if (typeof alg !== 'string' || !fitsKey(alg, key))
    return `“alg” doesn’t fit a key of the type ${key.kty}. Correct or remove it.`;
  if (use !== undefined && (use === 'enc') !== isEncryption(alg))
    return '“alg” and “use” contradict each other. Correct or remove one of them.';
  return undefined;
}

function problemOfKeyIds(keys: readonly PublicKey[]): string | undefined {
  const names = keys.flatMap((key) => (key['kid'] === undefined ? [] : [`${String(key['kid'])} ${key.kty}`]));
  return new Set(names).size === names.length
    ? undefined
    : 'Two keys have the same ID (kid). Key IDs must be unique.';
}

const isKey = (value: unknown): value is PublicKey =>
  isRecord(value) && typeof value['kty'] === 'string' && value['kty'] !== '';
