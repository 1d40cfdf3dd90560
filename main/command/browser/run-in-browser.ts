import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { BrowserDesk } from '../../app/browser.ts';
import { linkNote } from './show-running.ts';

export interface RunInBrowserOptions {
  readonly desk: Pick<BrowserDesk, 'newLink' | 'numericLink'>;
  /** Prints only 127.0.0.1 links. */
  readonly usesNumericAddress?: true | undefined;
  /** Opens Tenant Desk in the system browser; absent if that isn't wanted or possible. */
  readonly openLink: ((url: string) => Promise<void>) | undefined;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Prints a link for a program to read. */
  readonly printLink: (url: string) => unknown;
  readonly say: (line: string) => void;
  /** What starts Tenant Desk again, such as `npm start`. */
  readonly command: string;
  /** Stops reading from the terminal. */
  readonly signal?: AbortSignal | undefined;
}

/** Prints the link, opens the page, and prints a new link whenever Enter is pressed. */
export async function runInBrowser(options: RunInBrowserOptions): Promise<void> {
  const { openLink, printLink, say } = options;
  const url = newLinkOf(options);
  await printLink(url);
  say(linkNote(options.command));
  offerNewLinks(options);
  await openLink?.(url).catch((error: unknown) => {
    say(`Couldn't open the browser (${String(error)}). Open the link yourself.`);
  });
}

function newLinkOf(
  { desk, usesNumericAddress }: Pick<RunInBrowserOptions, 'desk' | 'usesNumericAddress'>,
  isNumeric = usesNumericAddress,
): string {
  const link = desk.newLink();
  return isNumeric ? desk.numericLink(link) : link;
}

/** Prints a new link whenever Enter is pressed in a terminal. */
export function offerNewLinks(
  options: Omit<RunInBrowserOptions, 'openLink' | 'printLink' | 'command'>,
): void {
  const { usesNumericAddress, stdin, say, signal } = options;
  if (stdin.isTTY) {
    say('Press Enter for a new link, Ctrl+C to stop.');
    if (!usesNumericAddress) {
      say(
        "If your browser can't open .localhost URLs (Safari), type n and press Enter for a 127.0.0.1 link.",
      );
    }
    createInterface({ input: stdin, signal }).on('line', (line) =>
      say(newLinkOf(options, line.trim() === 'n' || usesNumericAddress)),
    );
  }
}
