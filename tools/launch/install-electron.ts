import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DownloadProgress } from './download-file.ts';
import { DownloadError, downloadFile } from './download-file.ts';
import { proxySettings } from './proxy-settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type InstallOutcome =
  | { readonly kind: 'installed' }
  /** `reason` continues "the download of its runtime failed:". */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stopped' };

export interface InstallOptions {
  /** Folder of the `electron` package, which contains the version and its checksums. */
  readonly packageFolder: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Called when a download is needed, with its host. */
  readonly started: (host: string) => void;
  readonly report: (progress: DownloadProgress) => void;
  readonly responseTimeoutMs?: number;
  readonly stallMs?: number;
}

const packageSchema = z.object({ version: z.string() });
const checksumsSchema = z.record(z.string(), z.string());

/**
 * Downloads Electron's runtime into the cache shared with Electron's own tools, verifies it with the
 * checksums of its package, and runs the package's installer to unpack it. The URL is that of Electron's
 * releases, or set by `ELECTRON_MIRROR` and similar variables.
 */
export async function installElectron(options: InstallOptions): Promise<InstallOutcome> {
  const { signal } = options;
  try {
    await downloadRuntime(options);
    await unpackRuntime(options);
    return { kind: 'installed' };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

async function downloadRuntime(options: InstallOptions): Promise<void> {
  const {
    packageFolder,
    env,
    signal,
    started,
    report,
    responseTimeoutMs = 10_000,
    stallMs = 30_000,
  } = options;
  // Not needed by a start that downloads nothing.
  const { downloadArtifact } = await import('@electron/get');
  const { version } = packageSchema.parse(await readJson(join(packageFolder, 'package.json')));
  const usesRemoteChecksums =
    env['electron_use_remote_checksums'] ?? env['npm_config_electron_use_remote_checksums'];
  const cacheRoot = env['electron_config_cache'];
  await downloadArtifact({
    version,
    artifactName: 'electron',
    ...wantedBuild(env),
    ...(cacheRoot === undefined ? {} : { cacheRoot }),
    ...(usesRemoteChecksums
      ? {}
      : { checksums: checksumsSchema.parse(await readJson(join(packageFolder, 'checksums.json'))) }),
    downloader: {
      download: (url: string, file: string) => {
        started(new URL(url).host);
        return downloadFile({
          url,
          file,
          proxies: proxySettings(env),
          signal,
          report,
          responseTimeoutMs,
          stallMs,
        });
      },
    },
  });
}

/** The installer finds the download in the cache, verifies it again and unpacks it. */
async function unpackRuntime({ packageFolder, env, signal }: InstallOptions): Promise<void> {
  const { platform, arch } = wantedBuild(env);
  const installer = spawn(process.execPath, [join(packageFolder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    env: {
      ...env,
      ...proxySettings(env),
      ELECTRON_GET_USE_PROXY: '1',
      // The downloaded build, whatever the installer would choose itself.
      ELECTRON_INSTALL_PLATFORM: platform,
      ELECTRON_INSTALL_ARCH: arch,
      npm_config_arch: arch,
    },
  });
  let errorOutput = '';
  installer.stderr.on('data', (chunk) => (errorOutput += String(chunk)));
  await new Promise<void>((resolve, reject) => {
    installer.once('error', reject);
    installer.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new DownloadError(`it couldn't be unpacked (${firstLine(errorOutput) || `exit code ${code}`})`),
        );
    });
  });
}

/** Platform and architecture in Node's names, which Electron's archives use. */
function wantedBuild(env: Environment): { readonly platform: string; readonly arch: string } {
  return {
    platform: env['ELECTRON_INSTALL_PLATFORM'] ?? env['npm_config_platform'] ?? process.platform,
    arch: env['ELECTRON_INSTALL_ARCH'] ?? env['npm_config_arch'] ?? process.arch,
  };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

function reasonOf(error: unknown): string {
  if (error instanceof DownloadError) return error.message;
  const message = firstLine(error instanceof Error ? error.message : String(error));
  return /did not match expected checksum/.test(message)
    ? 'the checksum of the download differs from the expected one'
    : message;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}
