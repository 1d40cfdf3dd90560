import { once } from 'node:events';
import { resolve } from 'node:path';
import type { BrowserDesk } from '../../app/browser.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { ManagedPolicy } from '../../platform/policy/managed-policy.ts';
import { readSystemPolicy } from '../../platform/policy/read-policy.ts';
import { findRendererFolder, findTenantEntry } from '../beside-bundle.ts';
import type { Context } from '../context.ts';
import { version } from '../version.ts';
import { removeLinkFile } from './link-file.ts';
import { linkOpener, openLinkOnce } from './open-link.ts';
import { runInBrowser } from './run-in-browser.ts';
import { showRunning } from './show-running.ts';

export interface BrowserOptions {
  readonly port?: string | undefined;
  readonly numericAddress?: true | undefined;
  /** False with `--no-open`. */
  readonly open: boolean;
  readonly scriptFolder?: string | undefined;
}

type BrowserContext = Pick<Context, 'env' | 'folder' | 'output' | 'signal'>;

interface BrowserParts {
  readonly rendererFolder: string;
  readonly tenantEntry: string;
  readonly policy: ManagedPolicy;
}

const command = 'tdesk browser';

/**
 * Serves Tenant Desk to the browser of this machine until Ctrl+C, or shows the one that has the profile open. Only the link goes to
 * stdout. Throws `denied-by-policy` where the organization forbids it.
 */
export async function startBrowser(
  { env, folder, output, signal }: BrowserContext,
  options: BrowserOptions,
  parts: BrowserParts = installedParts(),
): Promise<void> {
  const port = portOf(options.port);
  const { openInBrowser } = await import('../open-in-browser.ts');
  const openUrl = options.open ? openInBrowser(process.platform, env) : undefined;
  const usesNumericAddress = options.numericAddress;
  const shared = {
    ...{ usesNumericAddress, command, say: output.note },
    printLink: (url: string) => printLink(output, url),
  };
  // Not needed by the other commands, and by far the largest.
  const { startBrowserDesk, rejectBrowserMode } = await import('../../app/browser.ts');
  rejectBrowserMode(parts.policy);
  const isShown = await showRunning({
    ...shared,
    profileFolder: folder,
    openLink:
      openUrl && (({ url, numericUrl }) => openLinkOnce({ profileFolder: folder, openUrl, numericUrl }, url)),
  });
  if (isShown) return;
  const desk: BrowserDesk = await startBrowserDesk({
    ...{ ...parts, profileFolder: folder, port, version, openUrl },
    scriptFolder: options.scriptFolder === undefined ? undefined : resolve(options.scriptFolder),
    say: output.note,
  });
  try {
    if (signal.aborted) return;
    const stopped = once(signal, 'abort');
    await runInBrowser({
      ...{ ...shared, desk, signal, stdin: process.stdin },
      openLink: linkOpener({ desk, profileFolder: folder, openUrl }),
    });
    await stopped;
  } finally {
    await removeLinkFile(folder);
    await desk.stop();
  }
}

const installedParts = (): BrowserParts => ({
  rendererFolder: findRendererFolder(),
  tenantEntry: findTenantEntry(),
  policy: readSystemPolicy(),
});

/** One line, so that a program that reads a line has all of it. */
async function printLink({ format, write }: Context['output'], url: string): Promise<void> {
  const document = { schema: 'tdesk/browser/v1', ready: true, url };
  await write(`${format === 'text' ? url : JSON.stringify(document)}\n`);
}

function portOf(text = '0'): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw failure('invalid-input', `--port must be a number from 0 to 65535, not “${text}”.`);
}
