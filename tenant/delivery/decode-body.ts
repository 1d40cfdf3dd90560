import { pipeline, Readable, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** What is shown of the bytes of an answer. */
export interface ShownBody {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

const untilCut = { finishFlush: constants.Z_SYNC_FLUSH };

/** A body that was cut decodes as far as it came. They are given what they decode, where that is known before. */
const decoders: Readonly<Record<string, (encoded?: Buffer) => Transform>> = {
  gzip: () => createGunzip(untilCut),
  'x-gzip': () => createGunzip(untilCut),
  // Many send the bare stream, though RFC 9110, section 8.4.1.2, wants it wrapped: then the method is no 8 at its place.
  deflate: (encoded) =>
    encoded === undefined || ((encoded[0] ?? 0) & 0x0f) === 8
      ? createInflate(untilCut)
      : createInflateRaw(untilCut),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }),
};

/** Encodings of one answer. More are a trick to keep the tenant busy. */
const MAX_ENCODINGS = 4;

/** What undoes the encodings, the last one first; undefined when there are none or not all are known. */
function decodersOf(encoding: string | undefined, raw: Buffer): [Transform, ...Transform[]] | undefined {
  const names = (encoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_ENCODINGS || names.some((name) => !Object.hasOwn(decoders, name))) return undefined;
  const [first, ...more] = names
    .toReversed()
    .flatMap((name, i) => decoders[name]?.(i === 0 ? raw : undefined) ?? []);
  return first === undefined ? undefined : [first, ...more];
}

/**
 * The body of an answer as people read it: decoded by its `Content-Encoding` (RFC 9110, section 8.4.1), at most `limit` bytes of it.
 * One that cannot be decoded is shown as it came.
 */
export async function decodeBody(
  raw: Buffer,
  encoding: string | undefined,
  limit: number,
): Promise<ShownBody> {
  const asCome = { bytes: raw.subarray(0, limit), isCut: raw.length > limit };
  const decoding = raw.length === 0 ? undefined : decodersOf(encoding, raw);
  if (decoding === undefined) return asCome;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Some bytes may grow to a thousand times as many: reading ends where nothing more is shown.
    for await (const chunk of decoded(raw, decoding)) {
      const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      chunks.push(bytes);
      size += bytes.length;
      if (size > limit) break;
    }
  } catch {
    if (size === 0) return asCome;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), isCut: size > limit };
}

/** Errors of any of them are those of what is read. */
function decoded(raw: Buffer, [first, ...more]: [Transform, ...Transform[]]): Transform {
  const last = more.at(-1) ?? first;
  pipeline([Readable.from([raw]), first, ...more], () => undefined);
  return last;
}
