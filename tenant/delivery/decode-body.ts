import { Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** What is shown of the bytes of an answer. */
export interface ShownBody {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

/** A body that was cut decodes as far as it came. */
const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  'x-gzip': () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};

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
  const decoder = decoders[encoding?.trim().toLowerCase() ?? '']?.();
  if (decoder === undefined || raw.length === 0) return asCome;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Some bytes may grow to a thousand times as many: reading ends where nothing more is shown.
    for await (const chunk of Readable.from([raw]).pipe(decoder)) {
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
