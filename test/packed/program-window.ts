import { readFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { cloneToText, textToClone } from './clone-text.ts';
import { runPreloadInPage } from './in-page.ts';
import type { PackedProgram } from './packed-program.ts';

/** Chromium alone knows no scheme `app`: the page lies at an address of the same host, whose files come from the same handler. */
const origin = 'https://desk';
const deliver = 'deliverFromMain';

/** What was seen of a window that should not have been. */
export interface WindowComplaints {
  /** What the page wrote as an error, a breach of the policy among them. */
  readonly written: string[];
  /** Addresses outside of the program that the page asked for. */
  readonly leaving: string[];
}

/** Lets a page of Chromium be the window of the program: its files, its preload script and its messages. */
export async function becomeWindow(page: Page, program: PackedProgram): Promise<WindowComplaints> {
  const complaints: WindowComplaints = { written: [], leaving: [] };
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.written.push(message.text());
  });
  page.on('pageerror', (error) => complaints.written.push(error.message));

  await page.route('**/*', (route) => serve(route, program, complaints));
  await page.exposeFunction('toMain', async (text: string) => {
    const message = textToClone(text) as { kind: 'invoke' | 'send'; channel: string; message: unknown };
    return cloneToText(await program[message.kind](message.channel, message.message));
  });
  program.onEvent((channel, args) => {
    const text = cloneToText({ channel, args });
    // A page that is being closed or loaded anew hears nothing.
    void page.evaluate(`globalThis.${deliver}?.(${JSON.stringify(text)})`).catch(() => undefined);
  });
  const preload = await readFile(program.preloadFile, 'utf8');
  await page.addInitScript({
    content: `if (location.origin === ${JSON.stringify(origin)}) globalThis.${deliver} = (${runPreloadInPage.toString()})(
      globalThis,
      { cloneToText: ${cloneToText.toString()}, textToClone: ${textToClone.toString()} },
      (require, module, exports) => {${preload}\n},
    );`,
  });
  await page.goto(addressInWindow(program.url));
  return complaints;
}

function addressInWindow(url: string): string {
  return url.replace(/^app:\/\/desk/, origin);
}

async function serve(route: Route, program: PackedProgram, complaints: WindowComplaints): Promise<void> {
  const url = route.request().url();
  if (!url.startsWith(`${origin}/`)) {
    complaints.leaving.push(url);
    return route.abort();
  }
  if (route.request().isNavigationRequest()) await program.reload();
  const { status, headers, body } = await program.request(
    url.replace(origin, 'app://desk'),
    route.request().method(),
  );
  return route.fulfill({ status, headers, body: Buffer.from(body) });
}
