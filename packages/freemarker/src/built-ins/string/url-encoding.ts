import { OperationError } from '../../errors/runtime-errors.ts';
import { charsetNamed } from './charsets.ts';
import { codePointAt } from '../../source/code-point.ts';

const SAFE = /[A-Za-z0-9_\-.!~'()*]/;
const UNSAFE = /[^A-Za-z0-9_\-.!~'()*]/;
const UNSAFE_IN_PATH = /[^A-Za-z0-9_\-.!~'()*/]/;

/** Up to this length the limit of the result's is checked outside only. */
const NATIVE_LENGTH = 65_536;

const ESCAPES = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

/**
 * Percent-encodes everything but letters, digits and a few marks, in the given charset, which matters only if there is
 * something to encode. Stops where the result is longer than `maxLength`.
 */
export function encodeUrl(text: string, charset: string, keepsSlashes: boolean, maxLength: number): string {
  if (!(keepsSlashes ? UNSAFE_IN_PATH : UNSAFE).test(text)) return text;
  if (charset === 'UTF-8' && text.length <= NATIVE_LENGTH && text.isWellFormed()) {
    // The marks that stay are the same.
    const encoded = encodeURIComponent(text);
    return keepsSlashes ? encoded.replaceAll('%2F', '/') : encoded;
  }
  const encoding = charsetNamed(charset);
  if (encoding === undefined) {
    throw new OperationError('unsupported', `The charset "${charset}" is not available here.`);
  }
  const mark = escaped(encoding.mark);
  const cache = new Map<number, string>();
  let result = '';
  // Each encoded range begins with a byte order mark, as if it were a separate text.
  let isEncoding = false;
  for (let at = 0; at < text.length && result.length <= maxLength; at++) {
    const code = codePointAt(text, at) ?? 0;
    if (code > 0xffff) at++;
    const isSafe = code < 128 && (SAFE.test(text.charAt(at)) || (keepsSlashes && code === 47));
    if (isSafe) result += text.charAt(at);
    else {
      let bytes = cache.get(code);
      if (bytes === undefined) cache.set(code, (bytes = escaped(encoding.bytesOf(code))));
      result += isEncoding ? bytes : mark + bytes;
    }
    isEncoding = !isSafe;
  }
  return result;
}

function escaped(bytes: readonly number[]): string {
  return bytes.map((byte) => ESCAPES[byte]).join('');
}
