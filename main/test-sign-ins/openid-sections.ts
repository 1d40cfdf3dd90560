import type { JWTPayload } from 'jose';
import type { ReceivedSection, ReceivedValue } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { SourceOf } from './script-run.ts';

/** Claims about the token itself, not about the user. Source: OpenID Connect Core 1.0, 2. */
const ofToken = new Set([
  ...['iss', 'aud', 'azp', 'exp', 'iat', 'nbf', 'jti', 'nonce', 'at_hash', 'c_hash', 's_hash', 'sid'],
  ...['auth_time', 'acr', 'amr'],
]);
const times = new Set(['exp', 'iat', 'nbf', 'auth_time']);

/** What was received, the user first: each claim once, with its location. */
export function openIdSections(
  token: JWTPayload,
  user: JWTPayload | undefined,
  sourceOf: SourceOf,
): ReceivedSection[] {
  const names = [...new Set([...Object.keys(token), ...Object.keys(user ?? {})])];
  const valueOf = (name: string): ReceivedValue => {
    const inToken = token[name];
    const inUser = user?.[name];
    const from = [
      ...(inToken === undefined ? [] : ['ID token']),
      ...(inUser === undefined ? [] : ['UserInfo']),
    ].join(', ');
    return {
      name,
      values: textsOf(name, inToken ?? inUser),
      setBy: sourceOf(['setClaim'], name),
      from,
    };
  };
  return [
    { title: 'Claims', values: names.filter((name) => !ofToken.has(name)).map(valueOf) },
    {
      title: 'Token',
      values: names
        .filter((name) => ofToken.has(name))
        .map((name) => ({ ...valueOf(name), setBy: 'tenant' as const })),
    },
  ];
}

function textsOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.map((each) => textOf(name, each));
  return [textOf(name, value)];
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (times.has(name) && typeof value === 'number' && Math.abs(value) < 8.64e12)
    return `${value} (${new Date(value * 1000).toISOString()})`;
  return JSON.stringify(value);
}
