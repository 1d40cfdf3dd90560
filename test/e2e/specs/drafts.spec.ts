import { expect, test } from '@playwright/test';
import { DeskPage } from '../pages/desk-page.ts';
import { makeProfileFolder, startDesk } from '../running-desk.ts';
import type { RunningDesk } from '../running-desk.ts';

test.setTimeout(90_000);

/** What a crash may cost, by the product's promise. */
const promisedMs = 250;

const started: RunningDesk[] = [];

/** Whatever a failure left running. */
test.afterEach(() => Promise.all(started.map((desk) => desk.kill())));

test('a crash while typing loses at most a quarter of a second, and the text is there after a restart', async ({
  page,
}) => {
  const profile = makeProfileFolder();
  const first = await startDesk(profile.path);
  started.push(first);
  const desk = new DeskPage(page);
  await desk.open(first.url);
  await desk.tenants.card('Sandbox Staging').getByRole('link', { name: 'Work offline' }).click();
  await desk.goTo('Query');
  await expect(desk.query.editor).toContainText('SELECT');
  await desk.query.editor.click();
  await page.keyboard.press('ControlOrMeta+End');

  const watch = watchAnswers(first.url);
  // Each mark says when it was typed, so that the text that survives tells what was lost.
  const typed: { readonly mark: string; readonly at: number }[] = [];
  while (typed.length < 60) {
    const mark = `<${typed.length}>`;
    await page.keyboard.insertText(mark);
    typed.push({ mark, at: performance.now() });
  }
  const killedAt = performance.now();
  await first.kill();
  const stalledMs = Math.max(await watch.longest(), longestGap(typed));

  const second = await startDesk(profile.path);
  started.push(second);
  await desk.open(second.url);
  await desk.goTo('Drafts');
  await page.getByRole('link', { name: /^SELECT/ }).click();
  await expect(desk.query.editor).toContainText('<0>');
  const kept = (await desk.query.editor.textContent()) ?? '';
  const lost = typed.filter(({ mark }) => !kept.includes(mark));
  expect(lost.filter(({ at }) => killedAt - at > promisedMs + stalledMs)).toEqual([]);
  await second.stop();
  profile.remove();
});

/** A machine that stalls, stalls the desk with everything else: how long the desk took at most to answer anything at all. */
function watchAnswers(url: string): { longest(): Promise<number> } {
  let longest = 0;
  const ask = async (): Promise<void> => {
    for (;;) {
      const asked = performance.now();
      try {
        await (await fetch(new URL('/', url))).arrayBuffer();
      } catch {
        // It was killed, with what it had not answered yet.
        return;
      }
      longest = Math.max(longest, performance.now() - asked);
    }
  };
  const ended = ask();
  return { longest: () => ended.then(() => longest) };
}

/** Milliseconds, between two marks that the page took one after the other. */
function longestGap(typed: readonly { readonly at: number }[]): number {
  return Math.max(0, ...typed.slice(1).map(({ at }, index) => at - (typed[index]?.at ?? at)));
}
