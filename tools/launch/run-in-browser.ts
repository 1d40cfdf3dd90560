import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { BrowserDesk } from '../../main/app/browser.ts';

export interface RunInBrowserOptions {
  readonly desk: Pick<BrowserDesk, 'newLink' | 'numericLink'>;
  /** Gives out 127.0.0.1 links only. */
  readonly usesNumericAddress?: true | undefined;
  /** Leads the system browser to the desk; absent where that is not wanted or not possible. */
  readonly openLink: ((url: string) => Promise<void>) | undefined;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: { write(text: string): unknown };
  readonly say: (line: string) => void;
}

/** Prints the ready line, opens the page, and gives out a fresh link whenever Enter is pressed. */
export async function runInBrowser(options: RunInBrowserOptions): Promise<void> {
  const { openLink, stdout, say } = options;
  const url = newLinkOf(options);
  stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
  offerNewLinks(options);
  await openLink?.(url).catch((error: unknown) => {
    say(`The browser could not be opened (${String(error)}). Open the address yourself.`);
  });
}

function newLinkOf(
  { desk, usesNumericAddress }: Pick<RunInBrowserOptions, 'desk' | 'usesNumericAddress'>,
  isNumeric = usesNumericAddress,
): string {
  const link = desk.newLink();
  return isNumeric ? desk.numericLink(link) : link;
}

/** Says a fresh link whenever Enter is pressed in a terminal. */
export function offerNewLinks(options: Omit<RunInBrowserOptions, 'openLink' | 'stdout'>): void {
  const { usesNumericAddress, stdin, say } = options;
  if (stdin.isTTY) {
    say('Each link opens Tenant Desk once. Press Enter for a new one, Ctrl+C to stop.');
    if (!usesNumericAddress) {
      say(
        "If your browser can't open .localhost addresses (Safari), type n and press Enter for a 127.0.0.1 link.",
      );
    }
    createInterface({ input: stdin }).on('line', (line) =>
      say(newLinkOf(options, line.trim() === 'n' || usesNumericAddress)),
    );
  }
}
