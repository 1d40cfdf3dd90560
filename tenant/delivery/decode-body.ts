import { pipeline, Readable, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** The displayed part of a response body. */
export interface ShownBody {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

const untilCut = { finishFlush: constants.Z_SYNC_FLUSH };

/**
 * Of a truncated body, the received part is decoded. Decoders get the encoded data if it is known in
 * advance.
 */
const decoders: Readonly<Record<string, (encoded?: Buffer) => Transform>> = {
  gzip: () => createGunzip(untilCut),
  'x-gzip': () => createGunzip(untilCut),
  // Many servers send the raw stream, although RFC 9110, section 8.4.1.2, requires the zlib wrapper: then the
  // method isn't 8.
  deflate: (encoded) =>
    encoded === undefined || ((encoded[0] ?? 0) & 0x0f) === 8
      ? createInflate(untilCut)
      : createInflateRaw(untilCut),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }),
};

/** Maximum encodings of one response. More are an attempt to keep the tenant busy. */
const MAX_ENCODINGS = 4;

/** Decoders for the encodings, last one first; undefined if there are none or some are unknown. */
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
 * The readable body of a response: decoded by its `Content-Encoding` (RFC 9110, section 8.4.1), at most
 * `limit` bytes of it. A body that can't be decoded is returned unchanged.
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
    // Some bytes may expand a thousandfold: stop reading when the limit is reached.
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

/** Errors of any stage surface on the last stream, which is the one being read. */
function decoded(raw: Buffer, [first, ...more]: [Transform, ...Transform[]]): Transform {
  const last = more.at(-1) ?? first;
  pipeline([Readable.from([raw]), first, ...more], () => undefined);
  return last;
}
