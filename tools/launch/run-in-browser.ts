import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { BrowserDesk } from '../../main/app/browser.ts';

export interface RunInBrowserOptions {
  readonly desk: BrowserDesk;
  /** Leads the system browser to a link; absent where that is not wanted or not possible. */
  readonly openLink: ((url: string) => Promise<void>) | undefined;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: { write(text: string): unknown };
  readonly say: (line: string) => void;
}

/** Prints the ready line, opens the page, and gives out a fresh link whenever Enter is pressed. */
export async function runInBrowser({
  desk,
  openLink,
  stdin,
  stdout,
  say,
}: RunInBrowserOptions): Promise<void> {
  const url = desk.newLink();
  stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
  if (stdin.isTTY) {
    say('Each link opens the desk once. Press Enter for a fresh one, Ctrl+C to stop.');
    createInterface({ input: stdin }).on('line', () => say(desk.newLink()));
  }
  await openLink?.(url).catch((error: unknown) => {
    say(`The browser could not be opened (${String(error)}). Open the address yourself.`);
  });
}
