import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { places } from '../places.ts';
import { expect, test } from '../desk-test.ts';
import type { Page } from '../desk-test.ts';
import { observeLayoutShifts, takeLayoutShifts } from '../layout-shifts.ts';

test.setTimeout(600_000);

/** How long the tenant takes for each answer, ms: longer than any line waits that says so. */
const slowness = 1500;

const messageSchema = z.object({ type: z.string().optional(), id: z.string().optional() });

/** How many answers take so long at each place: what is read one by one for a whole list comes sooner after that. */
const slowAnswers = 20;

/** How long a page has to wait for nothing until it counts as read, ms: an answer often leads to the next call. */
const quietMs = 500;

/** What the page asks of main and has no answer to. What main reads by itself in the background is no part of it. */
class Calls {
  readonly #open = new Set<string>();
  #lastAt = 0;

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      this.#open.clear();
      socket.on('framesent', ({ payload }) => this.#note(payload));
      socket.on('framereceived', ({ payload }) => this.#note(payload));
    });
  }

  #note(payload: string | Buffer): void {
    const { type, id } = messageSchema.parse(JSON.parse(payload.toString()));
    if (id === undefined) return;
    if (type === 'call') this.#open.add(id);
    else if (type === 'result') this.#open.delete(id);
    this.#lastAt = performance.now();
  }

  get isQuiet(): boolean {
    return this.#open.size === 0 && performance.now() - this.#lastAt > quietMs;
  }
}

/** Everything on the page is read. */
async function settled(page: Page, calls: Calls): Promise<void> {
  await expect(page.locator('main h1, main h2').filter({ visible: true }).first()).toBeVisible();
  await expect.poll(() => calls.isQuiet, { timeout: 60_000 }).toBe(true);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByRole('status').filter({ hasText: /^(Reading|Loading)/ })).toHaveCount(0, {
    timeout: 60_000,
  });
}

test('nothing in sight moves while a slow tenant answers', async ({ page, own, desk }) => {
  await desk.signInTo(own);
  const tenant = /#\/t\/([^/]+)\//.exec(page.url())?.[1] ?? '';
  await desk.applications.list.getByRole('option', { name: /SAML/ }).first().click();
  const application = /applications\/([^/]+)/.exec(page.url())?.[1] ?? '';
  await desk.goTo('Webhooks');
  await desk.webhooks.list.getByRole('option').first().click();
  const webhook = /webhooks\/([^/]+)/.exec(page.url())?.[1] ?? '';
  let answered = 0;
  own.network.setFaults(async () => {
    answered += 1;
    if (answered <= slowAnswers) await delay(slowness);
    return { kind: 'pass' };
  });
  const calls = new Calls(page);

  await observeLayoutShifts(page);
  const moved: string[] = [];
  for (const place of places)
    await test.step(place, async () => {
      const path = place.replace(':application', application).replace(':webhook', webhook);
      // By address, as a link of a ticket: without any input, which would excuse what moves.
      await page.evaluate(`location.hash = '#/tenants'`);
      await page.evaluate(`location.hash = '#/t/${tenant}/${path}'`);
      answered = 0;
      await page.reload();
      await settled(page, calls);
      const shifts = await takeLayoutShifts(page);
      for (const { value, moved: parts } of shifts)
        moved.push(`${place}: ${value.toFixed(4)} ${parts.join('; ')}`);
    });
  expect(moved).toEqual([]);
});
