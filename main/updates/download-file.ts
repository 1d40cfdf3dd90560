import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleasedFile } from '../../contract/updates/update-manifest.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { formatBytes } from '../../languages/text/intl.ts';
import { failure } from '../platform/errors/failure.ts';
import { hashFile } from '../platform/files/hash-file.ts';
import type { HttpResponse, Transport } from '../platform/http/transport.ts';
import { storageFailure } from '../platform/storage/storage-failure.ts';

export interface DownloadParts {
  readonly transport: Pick<Transport, 'send'>;
  /** Where the file goes. Everything else in it is removed. */
  readonly folder: string;
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Free space for this user, in bytes. */
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

export interface Download {
  readonly file: ReleasedFile;
  readonly url: string;
  readonly version: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/**
 * Small enough for the timeout of a request on a slow line. Pieces make the download resumable after any interruption, and the
 * memory that it takes small.
 */
const pieceBytes = 1024 * 1024;
const pauses = [1_000, 5_000, 15_000];

/** The name of a complete file. */
const nameOf = ({ path }: ReleasedFile): string => path.split('/').at(-1) ?? path;

/** The path of the complete file, if it was downloaded and is what the manifest says. Another one of that name is deleted. */
export async function findDownloaded(folder: string, file: ReleasedFile): Promise<string | undefined> {
  const path = join(folder, nameOf(file));
  if ((await sizeOf(path)) === undefined) return undefined;
  if (await isComplete(path, file)) return path;
  await rm(path, { force: true });
  return undefined;
}

/**
 * Downloads the file, continuing where an earlier download ended, and resolves to its path. Throws errors of the transport,
 * `storage-full`, `storage-unwritable`, and `update-untrusted` if it isn't what the manifest says: then all of it is deleted.
 */
export async function downloadFile(parts: DownloadParts, download: Download): Promise<string> {
  const { file, version, signal } = download;
  const path = join(parts.folder, nameOf(file));
  // Named for its content: the part of another file must not be continued.
  const partName = `${nameOf(file)}.${Buffer.from(file.sha512, 'base64').toString('hex', 0, 8)}.part`;
  const part = join(parts.folder, partName);
  try {
    await mkdir(parts.folder, { recursive: true, mode: 0o700 });
    await removeOthers(parts.folder, partName);
    await requireSpace(parts, file.size - ((await sizeOf(part)) ?? 0), version);
    await fill(parts, part, download);
    if (signal.aborted) throw failure('canceled', 'Canceled.');
    if (!(await isComplete(part, file))) {
      await rm(part, { force: true });
      throw failure(
        'update-untrusted',
        `The download of Tenant Desk ${version} was deleted: it isn’t the file that was signed. Try again.`,
      );
    }
    await rename(part, path);
    return path;
  } catch (error) {
    throw error instanceof DeskFailure ? error : (storageProblem(error, version) ?? error);
  }
}

async function fill(parts: DownloadParts, part: string, download: Download): Promise<void> {
  const { file, signal, onProgress } = download;
  const handle = await open(part, 'a', 0o600);
  try {
    let { size: done } = await handle.stat();
    // Something else has written to it: the hash would show it after the download, too.
    if (done > file.size) {
      await handle.truncate(0);
      done = 0;
    }
    onProgress(done);
    while (done < file.size) {
      if (signal.aborted) throw failure('canceled', 'Canceled.');
      const piece = await readPiece(parts, download, done);
      await handle.writeFile(piece);
      done += piece.byteLength;
      onProgress(done);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Repeats a request that failed on its way. */
async function readPiece(parts: DownloadParts, download: Download, from: number): Promise<Uint8Array> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await requestPiece(parts, download, from);
    } catch (error) {
      const pause = pauses[attempt];
      const isTemporary = error instanceof DeskFailure && error.error.retryable;
      if (!isTemporary || pause === undefined || download.signal.aborted) throw error;
      await parts.pause(pause, download.signal);
    }
  }
}

async function requestPiece(
  { transport }: DownloadParts,
  { file, url, version, signal }: Download,
  from: number,
): Promise<Uint8Array> {
  const size = Math.min(pieceBytes, file.size - from);
  const purpose = `download Tenant Desk ${version}`;
  const response = await transport.send({
    method: 'GET',
    url,
    headers: { range: `bytes=${from}-${from + size - 1}`, 'accept-encoding': 'identity' },
    signal,
    maxBytes: size,
    purpose,
    isRead: true,
  });
  const { host } = new URL(url);
  if (response.status >= 500) {
    throw failure(
      'tenant-error',
      `Couldn’t ${purpose}: ${host} responded with ${response.status}. Try again later.`,
    );
  }
  if (!isPiece(response, from, size, file.size)) {
    throw failure(
      'unexpected-response',
      `Couldn’t ${purpose}: ${host} responded with ${response.status}, not with a part of the file. Check the feed.`,
      { retryable: false },
    );
  }
  return response.body;
}

/** A server may send all of a small file. */
function isPiece(
  { status, headers, body }: HttpResponse,
  from: number,
  size: number,
  total: number,
): boolean {
  if (body.byteLength !== size) return false;
  if (status === 200) return from === 0 && size === total;
  return status === 206 && headers['content-range'] === `bytes ${from}-${from + size - 1}/${total}`;
}

async function requireSpace(
  { folder, freeBytes = readFreeBytes }: DownloadParts,
  needed: number,
  version: string,
): Promise<void> {
  if ((await freeBytes(folder)) >= needed) return;
  throw diskFull(version, `Free up ${formatBytes(needed, 'up')} and try again.`);
}

const diskFull = (version: string, advice: string, cause?: unknown) =>
  failure('storage-full', `Couldn’t download Tenant Desk ${version}: the disk is full. ${advice}`, { cause });

function storageProblem(error: unknown, version: string): DeskFailure | undefined {
  const known = storageFailure(error);
  if (known === undefined) return undefined;
  if (known.error.code === 'storage-full')
    return diskFull(version, 'Free up space and try again; it continues where it stopped.', error);
  return failure(
    known.error.code,
    `Couldn’t download Tenant Desk ${version}: the profile folder can’t be written to. Check the disk.`,
    { cause: error },
  );
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Earlier versions, and parts of them. */
async function removeOthers(folder: string, keep: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(
    names
      .filter((name) => name !== keep)
      .map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
}

async function isComplete(path: string, file: ReleasedFile): Promise<boolean> {
  if ((await sizeOf(path)) !== file.size) return false;
  return (await hashFile(path, 'sha512')).toString('base64') === file.sha512;
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    return undefined;
  }
}
