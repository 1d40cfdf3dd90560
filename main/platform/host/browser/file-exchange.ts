import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DownloadReady, FileRequest } from '../../../../contract/bridge/host-events.ts';
import { failure } from '../../errors/failure.ts';
import { portableFileName } from '../../files/file-name.ts';
import { fillFile } from '../fill-file.ts';
import { saveFailure } from '../save-failure.ts';
import type { FileSink, OpenFileOptions, SaveFileOptions } from '../host.ts';
import type { OpenedFile } from '../../files/opened-file.ts';
import { formatBytes } from '../../../../languages/text/intl.ts';
import { readLimited } from './limited-body.ts';

/** Transfers files between a page and main: the browser host's replacement for native dialogs. */
export interface FileExchange {
  /** Requests a file from a page; `announce` sends it the upload URL. See `Host.openFile`. */
  requestFile(
    options: OpenFileOptions,
    signal: AbortSignal,
    announce: (request: FileRequest) => void,
  ): Promise<OpenedFile | undefined>;
  /** Offers a file to a page for one download, and resolves when it is complete. See `Host.saveFile`. */
  offerFile(
    options: SaveFileOptions,
    write: (sink: FileSink) => Promise<void>,
    signal: AbortSignal,
    announce: (download: DownloadReady) => void,
  ): Promise<{ readonly fileName: string }>;
  /** Serves a path under `/files/`; false if it doesn't exist. */
  serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean>;
}

export interface FileExchangeOptions {
  /** Where offered files are stored until they are downloaded. */
  readonly temporaryFolder: string;
  /** An unguessable name. */
  readonly newKey: () => string;
}

type Exchange = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function createFileExchange({ temporaryFolder, newKey }: FileExchangeOptions): FileExchange {
  const openExchanges = new Map<string, { readonly methods: readonly string[]; readonly run: Exchange }>();

  /** Opens a path for one request, and resolves to its result. */
  function openOnce<Outcome>(
    path: string,
    methods: readonly string[],
    signal: AbortSignal,
    serveOnce: (request: IncomingMessage, response: ServerResponse) => Promise<Outcome>,
  ): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      const giveUp = (): void => {
        openExchanges.delete(path);
        reject(failure('canceled', 'Canceled.'));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      const run: Exchange = async (request, response) => {
        openExchanges.delete(path);
        signal.removeEventListener('abort', giveUp);
        await serveOnce(request, response).then(resolve, reject);
      };
      openExchanges.set(path, { methods, run });
      if (signal.aborted) giveUp();
    });
  }

  return {
    requestFile(options, signal, announce) {
      const uploadPath = `/files/upload/${newKey()}`;
      const outcome = openOnce(uploadPath, ['POST', 'DELETE'], signal, (request, response) =>
        receiveFile(request, response, options),
      );
      const { title, extensions, maxBytes } = options;
      announce({ requestId: newKey(), title, extensions: [...extensions], maxBytes, uploadPath });
      return outcome;
    },
    async offerFile(options, write, signal, announce) {
      const folder = await mkdtemp(join(temporaryFolder, 'tenant-desk-'));
      try {
        const path = join(folder, 'download');
        const fileName = portableFileName(options.suggestedName);
        await fillFile(path, write).catch((cause: unknown) => {
          throw saveFailure(cause, fileName, 'the disk with the temporary folder');
        });
        signal.throwIfAborted();
        const downloadPath = `/files/download/${newKey()}`;
        const fetched = openOnce(downloadPath, ['GET'], signal, (_request, response) =>
          sendFile(response, path, fileName),
        );
        announce({ fileName, downloadPath });
        await fetched;
        return { fileName };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async serve(request, response, path) {
      const exchange = openExchanges.get(path);
      if (exchange === undefined || !exchange.methods.includes(request.method ?? '')) return false;
      await exchange.run(request, response);
      return true;
    },
  };
}

async function receiveFile(
  request: IncomingMessage,
  response: ServerResponse,
  options: OpenFileOptions,
): Promise<OpenedFile | undefined> {
  if (request.method === 'DELETE') {
    response.writeHead(204).end();
    return undefined;
  }
  const name = plainFileName(decodeName(request.headers['x-file-name']));
  const body = await readLimited(request, options.maxBytes);
  if (body.state === 'complete') {
    response.writeHead(204).end();
    return { name, bytes: body.bytes };
  }
  if (body.state === 'too-large') {
    response.writeHead(413, { connection: 'close' }).end();
    throw failure(
      'file-too-large',
      `${name} is larger than ${formatBytes(options.maxBytes, 'up')} and was not read.`,
    );
  }
  throw failure('file-unreadable', `${name} couldn’t be read completely. Choose it again.`);
}

async function sendFile(response: ServerResponse, path: string, fileName: string): Promise<void> {
  const { size } = await stat(path);
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': size,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed())}`,
    'cache-control': 'no-store',
  });
  try {
    await pipeline(createReadStream(path), response);
  } catch (cause) {
    throw failure('canceled', `Saving ${fileName} was interrupted. Save it again.`, { cause });
  }
}

function decodeName(header: string | string[] | undefined): string {
  try {
    return decodeURIComponent(typeof header === 'string' ? header : '');
  } catch {
    return '';
  }
}

/** A name without folders and control characters. */
function plainFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  // eslint-disable-next-line no-control-regex -- they are what is to be removed
  const plain = last.replaceAll(/[\u0000-\u001f\u007f]/g, '').slice(0, 255);
  return plain === '' || plain === '.' || plain === '..' ? 'file' : plain;
}
