import { OperationError } from '../../errors/runtime-errors.ts';

/** Percent-encodes everything but letters, digits and a few marks, in the given charset. */
export function encodeUrl(text: string, charset: string, keepsSlashes: boolean): string {
  const encode = encoderOf(charset);
  let result = '';
  let pending = '';
  for (const c of text) {
    if (isSafe(c, keepsSlashes)) {
      result += encode(pending) + c;
      pending = '';
    } else pending += c;
  }
  return result + encode(pending);
}

function isSafe(c: string, keepsSlashes: boolean): boolean {
  return /^[A-Za-z0-9_\-.!~'()*]$/.test(c) || (keepsSlashes && c === '/');
}

function encoderOf(charset: string): (text: string) => string {
  switch (charset.toLowerCase()) {
    case 'utf-8':
    case 'utf8':
      return (text) => percent(utf8(text));
    case 'iso-8859-1':
    case 'latin1':
      return (text) =>
        percent([...text].map((c) => ((c.codePointAt(0) ?? 0) <= 0xff ? (c.codePointAt(0) ?? 0) : 63)));
    case 'us-ascii':
      return (text) =>
        percent([...text].map((c) => ((c.codePointAt(0) ?? 0) < 0x80 ? (c.codePointAt(0) ?? 0) : 63)));
    case 'utf-16':
      return (text) => (text === '' ? '' : percent([0xfe, 0xff, ...utf16(text)]));
    case 'utf-16be':
      return (text) => percent(utf16(text));
    default:
      throw new OperationError('unsupported', `The charset "${charset}" is not available here.`);
  }
}

function percent(bytes: readonly number[]): string {
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const c of text) {
    const code = c.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code >= 0xd800 && code <= 0xdfff) bytes.push(63);
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else {
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      );
    }
  }
  return bytes;
}

function utf16(text: string): number[] {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) bytes.push(text.charCodeAt(i) >> 8, text.charCodeAt(i) & 255);
  return bytes;
}
