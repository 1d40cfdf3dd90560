import { createWriteStream } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream/promises';
import * as tls from 'node:tls';
import got, { HTTPError } from 'got';
import type { ProxySettings } from './proxy-settings.ts';
import { proxyFor } from './proxy-settings.ts';

export interface DownloadProgress {
  readonly receivedBytes: number;
  /** Absent if the server doesn't announce the size. */
  readonly totalBytes: number | undefined;
}

interface DownloadOptions {
  readonly url: string;
  /** Destination file; replaced if it exists. */
  readonly file: string;
  readonly proxies: ProxySettings;
  readonly signal: AbortSignal;
  readonly report: (progress: DownloadProgress) => void;
  /** Milliseconds until the server, or the proxy, has to start responding. */
  readonly responseTimeoutMs: number;
  /** Maximum milliseconds without data. The total time is not limited. */
  readonly stallMs: number;
}

/** Why a download failed, as a continuation of "the download of its runtime failed:". */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

/**
 * Downloads a URL to a file, through the proxy that is set for it, with the system's trusted certificates.
 *
 * @throws DownloadError with the reason; the signal's reason if it was aborted.
 */
export async function downloadFile(options: DownloadOptions): Promise<void> {
  const { url, file, signal, report, responseTimeoutMs, stallMs } = options;
  const host = new URL(url).host;
  let progress: DownloadProgress = { receivedBytes: 0, totalBytes: undefined };
  const agents = createAgents(options.proxies);
  const stream = got.stream(url, {
    agent: agents,
    retry: { limit: 0 },
    // So that the announced size matches the received one.
    decompress: false,
  });
  const giveUp = (ms: number) => () =>
    stream.destroy(new DownloadError(`no data from ${host} for ${ms / 1000} seconds${soFar(progress)}`));
  let timer = setTimeout(giveUp(responseTimeoutMs), responseTimeoutMs);
  stream.once('response', () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp(stallMs), stallMs);
  });
  stream.on('downloadProgress', ({ transferred, total }: { transferred: number; total?: number }) => {
    progress = { receivedBytes: transferred, totalBytes: total };
    timer.refresh();
    report(progress);
  });
  try {
    await pipeline(stream, createWriteStream(file), { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw asDownloadError(error, options, progress);
  } finally {
    clearTimeout(timer);
    agents.http.destroy();
    agents.https.destroy();
  }
}

function createAgents(proxies: ProxySettings): { readonly http: http.Agent; readonly https: https.Agent } {
  const ca = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
  return {
    http: new http.Agent({ proxyEnv: { ...proxies } }),
    https: new https.Agent({ proxyEnv: { ...proxies }, ca }),
  };
}

function asDownloadError(
  error: unknown,
  { url, proxies }: DownloadOptions,
  progress: DownloadProgress,
): DownloadError {
  const host = new URL(url).host;
  const cause = causeOf(error);
  if (cause instanceof DownloadError) return cause;
  if (error instanceof HTTPError) {
    const { statusCode, statusMessage = '' } = error.response;
    const status = `${statusCode} ${statusMessage}`.trim();
    return new DownloadError(`${new URL(error.response.url).host} responded with ${status}`, {
      cause: error,
    });
  }
  const code = codeOf(cause) ?? codeOf(error) ?? String(error);
  if (progress.receivedBytes > 0) {
    return new DownloadError(`the connection to ${host} was lost${soFar(progress)} (${code})`, {
      cause: error,
    });
  }
  const proxy = proxyFor(url, proxies);
  const through = proxy === undefined ? '' : ` through the proxy ${proxy}`;
  return new DownloadError(`${host} is unreachable${through} (${code})`, { cause: error });
}

/** Unwraps the library's errors. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function soFar({ receivedBytes, totalBytes }: DownloadProgress): string {
  if (receivedBytes === 0) return '';
  return `, after ${megabytes(receivedBytes)}${totalBytes === undefined ? '' : ` of ${megabytes(totalBytes)}`} MB`;
}

/** Decimal megabytes with one digit, as on release pages. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
