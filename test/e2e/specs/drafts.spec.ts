import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { askDesk } from '../../builders/ask-desk.ts';
import { expect, test } from '../desk-test.ts';
import { DeskPage } from '../pages/desk-page.ts';
import { makeProfileFolder, startDesk } from '../running-desk.ts';
import type { RunningDesk } from '../running-desk.ts';

test.setTimeout(90_000);

/** The maximum loss after a crash that we promise. */
const promisedMs = 250;

const started: RunningDesk[] = [];

/** Stop what a failed test left running. */
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

  const responses = watchResponses(first.url);
  const disk = watchDisk(profile.path);
  // Each mark contains the time at which it was typed, so that the surviving text shows what was lost.
  const typed: { readonly mark: string; readonly at: number }[] = [];
  while (typed.length < 100) {
    const mark = `<${typed.length}>`;
    await page.keyboard.insertText(mark);
    typed.push({ mark, at: performance.now() });
  }
  const killedAt = performance.now();
  await first.kill();
  // A typed text passes through all three, one after the other.
  const stalledMs = longestGap(typed) + (await responses.longest()) + (await disk.longest());

  const second = await startDesk(profile.path);
  started.push(second);
  await desk.open(second.url);
  await desk.goTo('Drafts');
  await page.getByRole('link', { name: /^SELECT/ }).click();
  await expect(desk.query.editor).toContainText('<0>');
  const survived = (await desk.query.editor.textContent()) ?? '';
  const lost = typed.filter(({ mark }) => !survived.includes(mark));
  expect(lost.filter(({ at }) => killedAt - at > promisedMs + stalledMs)).toEqual([]);
  await second.stop();
  profile.remove();
});

interface Watched {
  /** The longest time in milliseconds; stops measuring. */
  longest(): Promise<number>;
}

/**
 * If the machine stalls, so does Tenant Desk: measures the longest time in which it didn't respond to
 * anything.
 */
function watchResponses(url: string): Watched {
  return watch(async () => void (await askDesk(new URL('/', url))));
}

/** The longest time the disk took to store data durably, as it has to do with typed text. */
function watchDisk(folder: string): Watched {
  return watch(async () => {
    const file = await open(join(folder, 'a-file-of-the-spec'), 'w');
    await file.writeFile('something');
    await file.sync();
    await file.close();
  });
}

/** Repeats an operation until the end; an operation that fails, for example after a crash, also ends it. */
function watch(act: () => Promise<void>): Watched {
  let longest = 0;
  let isOver = false;
  const repeat = async (): Promise<void> => {
    while (!isOver) {
      const begun = performance.now();
      await act();
      longest = Math.max(longest, performance.now() - begun);
    }
  };
  const ended = repeat().catch(() => undefined);
  return {
    async longest() {
      isOver = true;
      await ended;
      return longest;
    },
  };
}

/** Milliseconds between two consecutive marks that the page accepted. */
function longestGap(typed: readonly { readonly at: number }[]): number {
  return Math.max(0, ...typed.slice(1).map(({ at }, index) => at - (typed[index]?.at ?? at)));
}
