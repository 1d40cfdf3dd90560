import { Buffer } from 'node:buffer';
import { maxTextBytes } from '../../../contract/schema/text-limits.ts';
import { withLineEndsOf, withLineFeeds } from '../../../languages/text/line-ends.ts';
import { failure } from '../errors/failure.ts';

/** How a file holds a text, so that writing it again changes nothing but the text. */
export interface TextForm {
  readonly hasByteOrderMark: boolean;
  /** The text as it is in the file: lines that stay keep their ends. Undefined for a new file, which gets those it is given. */
  readonly asInFile?: string;
}

export interface ReadText extends TextForm {
  /** With line feeds, as editors have it. */
  readonly text: string;
  readonly asInFile: string;
}

export const plainForm: TextForm = { hasByteOrderMark: false };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\uFEFF';

/**
 * The text of a file: UTF-8 with or without a byte order mark. Throws `file-too-large` over 1 MB, and `file-wrong-shape`
 * for what is no text of UTF-8, or holds a zero byte as only binary files and other encodings do.
 */
export function readText(name: string, bytes: Uint8Array): ReadText {
  if (bytes.byteLength > maxTextBytes) throw tooLarge(name);
  const text = decode(name, bytes);
  const hasByteOrderMark = text.startsWith(byteOrderMark);
  const asInFile = hasByteOrderMark ? text.slice(1) : text;
  return { text: withLineFeeds(asInFile), hasByteOrderMark, asInFile };
}

/** The bytes of a file that holds the text in this form. Throws `file-too-large`: the desk could not read it again. */
export function textBytes(name: string, text: string, form: TextForm): Uint8Array {
  const body = form.asInFile === undefined ? text : withLineEndsOf(form.asInFile, text);
  const bytes = Buffer.from(form.hasByteOrderMark ? byteOrderMark + body : body, 'utf8');
  if (bytes.byteLength > maxTextBytes) throw tooLarge(name);
  return bytes;
}

function tooLarge(name: string) {
  return failure(
    'file-too-large',
    `${name} is larger than 1 MB, which is more than anybody writes. It was left as it is.`,
  );
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    const text = decoder.decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Said below.
  }
  throw failure(
    'file-wrong-shape',
    `${name} is no text in UTF-8. Save it as UTF-8 in an editor, then open it again. It was left as it is.`,
  );
}
