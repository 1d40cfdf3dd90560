/** XML as text. `wrongCharacters` is true where bytes don't belong to the encoding: U+FFFD stands in their places. */
interface DecodedXml {
  readonly text: string;
  /** In lower case, as declared or found: `utf-8`, `iso-8859-1`. */
  readonly encoding: string;
  readonly wrongCharacters: boolean;
}

/** The bytes are in an encoding that nothing here reads; the message says which, and what to do. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';

  constructor(encoding: string) {
    super(`The encoding ${encoding} can't be read. Save the file as UTF-8.`);
  }
}

/**
 * Decodes an XML document: by its byte order mark, else by what the sender said (`charset`, may be empty), else by its first
 * bytes and its declaration, else as UTF-8. Throws `UnknownEncoding`.
 * Source: XML 1.0, 4.3.3 and appendix F; RFC 7303, 3 (a mark goes before the charset of the sender).
 */
export function decodeXml(bytes: Uint8Array, charset = ''): DecodedXml {
  const marked = encodingOfMark(bytes);
  const inUnits = marked ?? encodingOfFirstBytes(bytes);
  // In bytes that read as ASCII, a declaration of UTF-16 was copied from a text in memory: .NET and Java write such files.
  const declared = [charset, declaredEncoding(bytes)].find((name) => name !== '' && !isWide(name));
  const encoding = inUnits ?? declared?.toLowerCase() ?? 'utf-8';
  const text = decoderFor(encoding).decode(bytes);
  return { text, encoding, wrongCharacters: text.includes('\uFFFD') };
}

const isWide = (name: string): boolean => /^(?:utf-?16|utf-?32|ucs-?[24]|iso-10646-ucs-[24])/i.test(name);

function decoderFor(encoding: string): { decode: (bytes: Uint8Array) => string } {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new UnknownEncoding(encoding.toUpperCase());
  }
}

/** Longest first: the mark of UTF-32 begins with that of UTF-16. */
const marks = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** How `<`, or a line end before it, begins where a character takes more than a byte, and `<?xm` in EBCDIC. */
const beginnings = [
  ['utf-32', (at: readonly number[]) => isBlankOrOpen(at[0]) && at[1] === 0 && at[2] === 0 && at[3] === 0],
  ['utf-32', (at: readonly number[]) => at[0] === 0 && at[1] === 0 && at[2] === 0 && isBlankOrOpen(at[3])],
  ['utf-16le', (at: readonly number[]) => isBlankOrOpen(at[0]) && at[1] === 0],
  ['utf-16be', (at: readonly number[]) => at[0] === 0 && isBlankOrOpen(at[1])],
  ['ebcdic', (at: readonly number[]) => at[0] === 0x4c && at[1] === 0x6f && at[2] === 0xa7],
] as const;

function encodingOfMark(bytes: Uint8Array): string | undefined {
  return marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
}

function encodingOfFirstBytes(bytes: Uint8Array): string | undefined {
  const first = [...bytes.subarray(0, 4)];
  return beginnings.find(([, begins]) => begins(first))?.[0];
}

const isBlankOrOpen = (byte: number | undefined): boolean =>
  byte !== undefined && [0x3c, 0x20, 0x09, 0x0a, 0x0d].includes(byte);

/** A declaration has only ASCII characters, and its encoding comes early. */
function declaredEncoding(bytes: Uint8Array): string {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024));
  const [, declaration = ''] = /^\s*<\?xml\s([^>]*)\?>/.exec(start) ?? [];
  const [, , name = ''] = /\bencoding\s*=\s*(["'])([\w.:-]+)\1/.exec(declaration) ?? [];
  return name;
}
