/** XML as text. `wrongCharacters` is true if bytes are invalid in the encoding: they are replaced with U+FFFD. */
interface DecodedXml {
  readonly text: string;
  /** In lower case, as declared or detected: `utf-8`, `iso-8859-1`. */
  readonly encoding: string;
  readonly wrongCharacters: boolean;
}

/** The encoding isn't supported; the message says which one it is and what to do. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';

  constructor(encoding: string) {
    super(`Unsupported encoding ${encoding}. Save the file as UTF-8.`);
  }
}

/**
 * Decodes an XML document: by its byte order mark, else by the sender's `charset` (may be empty), else by its
 * first bytes and its declaration, else as UTF-8. Throws `UnknownEncoding`. Source: XML 1.0, 4.3.3 and
 * appendix F; RFC 7303, 3 (a BOM takes precedence over the sender's charset).
 */
export function decodeXml(bytes: Uint8Array, charset = ''): DecodedXml {
  const marked = encodingOfMark(bytes);
  const inUnits = marked ?? encodingOfFirstBytes(bytes);
  // If the bytes read as ASCII, a declared UTF-16 came from a string in memory: .NET and Java write such files.
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

/** Longest first: the BOM of UTF-32 begins with that of UTF-16. */
const marks = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** The first bytes of `<`, or a line end before it, in multi-byte encodings, and of `<?xm` in EBCDIC. */
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

/** A declaration is ASCII only, and its encoding comes early. */
function declaredEncoding(bytes: Uint8Array): string {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024));
  const [, declaration = ''] = /^\s*<\?xml\s([^>]*)\?>/.exec(start) ?? [];
  const [, , name = ''] = /\bencoding\s*=\s*(["'])([\w.:-]+)\1/.exec(declaration) ?? [];
  return name;
}
