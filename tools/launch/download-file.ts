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
  /** Absent where the server does not say how much will come. */
  readonly totalBytes: number | undefined;
}

interface DownloadOptions {
  readonly url: string;
  /** Where what comes is written. What stood there is replaced. */
  readonly file: string;
  readonly proxies: ProxySettings;
  readonly signal: AbortSignal;
  readonly report: (progress: DownloadProgress) => void;
  /** Milliseconds until the server, or the proxy, has begun to answer. */
  readonly answerMs: number;
  /** Milliseconds without a byte after which nothing more is expected. How long everything takes does not matter. */
  readonly stallMs: number;
}

/** Why a download did not work, in words that go on after "its runtime could not be downloaded:". */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

/**
 * Writes what the address holds to a file, through the proxy that is set for it, trusting what the system trusts.
 *
 * @throws DownloadError with the reason; the signal's reason where it was aborted.
 */
export async function downloadFile(options: DownloadOptions): Promise<void> {
  const { url, file, signal, report, answerMs, stallMs } = options;
  const host = new URL(url).host;
  let progress: DownloadProgress = { receivedBytes: 0, totalBytes: undefined };
  const agents = createAgents(options.proxies);
  const stream = got.stream(url, {
    agent: agents,
    retry: { limit: 0 },
    // The size that is announced is then the size that comes.
    decompress: false,
  });
  const giveUp = (ms: number) => () =>
    stream.destroy(new DownloadError(`nothing came from ${host} for ${ms / 1000} seconds${soFar(progress)}`));
  let timer = setTimeout(giveUp(answerMs), answerMs);
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
    const answer = `${statusCode} ${statusMessage}`.trim();
    return new DownloadError(`${new URL(error.response.url).host} answered ${answer}`, { cause: error });
  }
  const code = codeOf(cause) ?? codeOf(error) ?? String(error);
  if (progress.receivedBytes > 0) {
    return new DownloadError(`the connection to ${host} broke${soFar(progress)} (${code})`, { cause: error });
  }
  const proxy = proxyFor(url, proxies);
  const through = proxy === undefined ? '' : ` through the proxy ${proxy}`;
  return new DownloadError(`${host} could not be reached${through} (${code})`, { cause: error });
}

/** The library wraps what went wrong. */
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

/** Decimal megabytes with one digit, as release pages give them. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
