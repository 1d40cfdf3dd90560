import { isSecretMember } from '../../contract/applications/application-settings.ts';
import type { SignInCheck } from '../../contract/test-sign-ins/test-sign-ins.ts';
import { formatNumber } from '../../languages/text/intl.ts';

/** Specific to this sign-in, and not needed in full by a reader. */
const ofOneSignIn = new Set([
  ...['In response to', 'Session index', 'ID'],
  ...['nonce', 'jti', 'sid', 'at_hash', 'c_hash', 's_hash'],
]);
const checksOfOneSignIn = new Set([
  ...['InResponseTo matches', 'InResponseTo absent', 'Nonce matches'],
  ...['Access token hash matches', 'Code hash matches'],
]);

const secretName = /(token|credential|api[ _-]?key)s?$/i;
/** A JSON Web Token, a PEM block, or enough base64 to be a key, a signature or a picture. */
const opaque = /^(?:[\w-]{8,}\.[\w-]{8,}\.[\w-]*|-----BEGIN [\s\S]*|[A-Za-z\d+/_-]{160,}={0,2})$/;

/** A value for the report: usable values, and those that identify one sign-in, are hidden or shortened. */
export function reportedValue(name: string, value: string): string {
  if (value !== '' && (isSecretMember(name) || secretName.test(name))) return '(hidden)';
  if (opaque.test(value.trim()))
    return `${value.trim().slice(0, 6)}… (${formatNumber(value.length)} characters)`;
  return ofOneSignIn.has(name) ? shortened(value) : value;
}

/** A fact of a check, or one of the values that it compared. */
export const reportedFact = ({ name }: Pick<SignInCheck, 'name'>, value: string): string =>
  checksOfOneSignIn.has(name) ? shortened(value) : reportedValue(name, value);

/** `_a91f0…e2`. */
const shortened = (text: string): string =>
  text.length > 16 && !text.includes(' ') ? `${text.slice(0, 6)}…${text.slice(-2)}` : text;
