import { Buffer } from 'node:buffer';
import { maxTextBytes } from '../../../contract/schema/text-limits.ts';
import { withLineEndsOf, withLineFeeds } from '../../../languages/text/line-ends.ts';
import { failure } from '../errors/failure.ts';

/** The form of a text in a file, so that writing it back changes only the text. */
export interface TextForm {
  readonly hasByteOrderMark: boolean;
  /** The text as in the file, to preserve line endings of unchanged lines. Undefined for a new file. */
  readonly asInFile?: string;
}

export interface ReadText extends TextForm {
  /** With line feeds, for editors. */
  readonly text: string;
  readonly asInFile: string;
}

export const plainForm: TextForm = { hasByteOrderMark: false };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\uFEFF';

/**
 * The text of a file: UTF-8 with or without a byte order mark. Throws `file-too-large` over 1 MB, and `file-wrong-shape` if it
 * isn't UTF-8, or contains a zero byte, which indicates a binary file or another encoding.
 */
export function readText(name: string, bytes: Uint8Array): ReadText {
  if (bytes.byteLength > maxTextBytes) throw tooLarge(name);
  const text = decode(name, bytes);
  const hasByteOrderMark = text.startsWith(byteOrderMark);
  const asInFile = hasByteOrderMark ? text.slice(1) : text;
  return { text: withLineFeeds(asInFile), hasByteOrderMark, asInFile };
}

/** The bytes of a file with the text in this form. Throws `file-too-large` if it would be too large to open. */
export function textBytes(name: string, text: string, form: TextForm): Uint8Array {
  const body = form.asInFile === undefined ? text : withLineEndsOf(form.asInFile, text);
  const bytes = Buffer.from(form.hasByteOrderMark ? byteOrderMark + body : body, 'utf8');
  if (bytes.byteLength > maxTextBytes) throw tooLarge(name);
  return bytes;
}

function tooLarge(name: string) {
  return failure('file-too-large', `${name} is larger than 1 MB. It wasn’t changed.`);
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    const text = decoder.decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below.
  }
  throw failure(
    'file-wrong-shape',
    `${name} isn’t UTF-8 text. Save it as UTF-8 in an editor, then open it again. It wasn’t changed.`,
  );
}
