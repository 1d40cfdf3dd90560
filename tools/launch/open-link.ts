import type { BrowserDesk } from '../../main/app/browser.ts';
import { reachablePath } from '../../main/platform/host/browser/request-guard.ts';
import { openUrl } from '../../main/platform/host/open-url.ts';
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
    const fallback = desk.numericLink(link);
    const check = new URL(reachablePath, link).href;
    const file = await writeLinkFile(profileFolder, link, fallback === link ? {} : { fallback, check });
    setTimeout(() => void removeLinkFile(profileFolder).catch(() => undefined), linkFileLifetime).unref();
    await openUrl(file);
  };
}

/** Opens URLs on this machine's desktop; failures are reported through `say`. */
export const createUrlOpener =
  (say: (line: string) => void): ((url: string) => Promise<void>) =>
  (url) =>
    openUrl(url, (error) => say(`Couldn't open the browser: ${error.message}`));
