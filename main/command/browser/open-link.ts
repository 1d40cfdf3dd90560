import type { BrowserDesk } from '../../app/browser.ts';
import { reachablePath } from '../../platform/host/browser/request-guard.ts';
import { openUrl } from '../../platform/host/open-url.ts';
import { removeLinkFile, writeLinkFile } from './link-file.ts';

/** Milliseconds in which a browser should have started and read the link. */
const linkFileLifetime = 2 * 60_000;

interface LinkOpening {
  readonly desk: Pick<BrowserDesk, 'numericLink'>;
  readonly profileFolder: string;
  /** Undefined if nothing is opened. */
  readonly openUrl: ((url: string) => Promise<void>) | undefined;
}

/**
 * Opens links in the system browser through a file that only its owner can read: program arguments are
 * public.
 */
export function linkOpener({ desk, profileFolder, openUrl }: LinkOpening) {
  if (openUrl === undefined) return undefined;
  return async (link: string): Promise<void> => {
    await openLinkOnce({ profileFolder, openUrl, numericUrl: desk.numericLink(link) }, link);
    setTimeout(() => void removeLinkFile(profileFolder).catch(() => undefined), linkFileLifetime).unref();
  };
}

/** Opens one link. Its file stays until the running Tenant Desk ends, because the browser reads it later. */
export async function openLinkOnce(
  {
    profileFolder,
    openUrl,
    numericUrl,
  }: {
    readonly profileFolder: string;
    readonly openUrl: (url: string) => Promise<void>;
    readonly numericUrl: string;
  },
  link: string,
): Promise<void> {
  const check = new URL(reachablePath, link).href;
  const fallback = numericUrl === link ? {} : { fallback: numericUrl, check };
  await openUrl(await writeLinkFile(profileFolder, link, fallback));
}

/** Opens URLs on this machine's desktop; failures are reported through `say`. */
export const createUrlOpener =
  (say: (line: string) => void): ((url: string) => Promise<void>) =>
  (url) =>
    openUrl(url, (error) => say(`Couldn't open the browser: ${error.message}`));
