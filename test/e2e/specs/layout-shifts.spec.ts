import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { places } from '../places.ts';
import { expect, test } from '../desk-test.ts';
import type { Page } from '../desk-test.ts';
import { observeLayoutShifts, takeLayoutShifts } from '../layout-shifts.ts';

test.setTimeout(600_000);

/** Duration of each tenant response, ms: longer than the delay of any loading message. */
const slowness = 1500;

const messageSchema = z.object({ type: z.string().optional(), id: z.string().optional() });

/**
 * How many responses take that long at each place: later ones, when a list is loaded item by item, are
 * faster.
 */
const slowResponses = 20;

/** How long a page must be idle to count as loaded, ms: a response often leads to the next call. */
const quietMs = 500;

/** The page's pending calls to main. Background loading by main itself doesn't count. */
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

/** The page is fully loaded. */
async function fullyLoaded(page: Page, calls: Calls): Promise<void> {
  await expect(page.locator('main h1, main h2').filter({ visible: true }).first()).toBeVisible();
  await expect.poll(() => calls.isQuiet, { timeout: 60_000 }).toBe(true);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByRole('status').filter({ hasText: /^(Reading|Loading)/ })).toHaveCount(0, {
    timeout: 60_000,
  });
}

test('nothing visible moves while a slow tenant responds', async ({ page, own, desk }) => {
  await desk.signInTo(own);
  const tenant = /#\/t\/([^/]+)\//.exec(page.url())?.[1] ?? '';
  await desk.applications.list.getByRole('option', { name: /SAML/ }).first().click();
  const application = /applications\/([^/]+)/.exec(page.url())?.[1] ?? '';
  await desk.goTo('Webhooks');
  await desk.webhooks.list.getByRole('option').first().click();
  const webhook = /webhooks\/([^/]+)/.exec(page.url())?.[1] ?? '';
  let responded = 0;
  own.network.setFaults(async () => {
    responded += 1;
    if (responded <= slowResponses) await delay(slowness);
    return { kind: 'pass' };
  });
  const calls = new Calls(page);

  await observeLayoutShifts(page);
  const moved: string[] = [];
  for (const place of places)
    await test.step(place, async () => {
      const path = place.replace(':application', application).replace(':webhook', webhook);
      // By URL, like a link in a ticket: without any input, which would excuse layout shifts.
      await page.evaluate(`location.hash = '#/tenants'`);
      await page.evaluate(`location.hash = '#/t/${tenant}/${path}'`);
      responded = 0;
      await page.reload();
      await fullyLoaded(page, calls);
      const shifts = await takeLayoutShifts(page);
      for (const { value, moved: parts } of shifts)
        moved.push(`${place}: ${value.toFixed(4)} ${parts.join('; ')}`);
    });
  expect(moved).toEqual([]);
});
