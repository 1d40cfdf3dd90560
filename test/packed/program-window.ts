import { readFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { cloneToText, textToClone } from './clone-text.ts';
import { runPreloadInPage } from './in-page.ts';
import type { ProgramWindow } from './packed-program.ts';

/**
 * Plain Chromium doesn't know the scheme `app`: the page has an https URL with the same host, whose files
 * come from the same handler.
 */
const origin = 'https://desk';
const deliver = 'deliverFromMain';

/** Observations that the window must not cause. */
export interface WindowComplaints {
  /** Errors that the page logged, including policy violations. */
  readonly written: string[];
  /** External URLs that the page requested. */
  readonly leaving: string[];
}

/** Uses a page of Chromium as the program's window: its files, its preload script and its messages. */
export async function becomeWindow(page: Page, program: ProgramWindow): Promise<WindowComplaints> {
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
    // A page that is closing or reloading receives nothing.
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

async function serve(route: Route, program: ProgramWindow, complaints: WindowComplaints): Promise<void> {
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
