import type { CDPSession, Page } from 'playwright';
import { median, quantile } from './statistics.ts';

const typed = 'salesforce web saml';

/** The cost of a key in a field; milliseconds. */
export interface KeyTimes {
  /**
   * From the key to the frame that shows its effect, including the time that the page waited for the machine.
   */
  readonly toPaint: readonly number[];
  /** CPU time of the page: on a busy machine it waits longer, but doesn't compute more. */
  readonly work: readonly number[];
}

/**
 * Types the same words into each field, alternating, so that load peaks of the machine affect all of them.
 */
export async function typeAlternating<Name extends string>(
  page: Page,
  fields: Readonly<Record<Name, string>>,
  rounds: number,
): Promise<Readonly<Record<Name, KeyTimes>>> {
  const times = {} as Record<Name, { toPaint: number[]; work: number[] }>;
  for (const name of Object.keys(fields) as Name[]) times[name] = { toPaint: [], work: [] };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  for (let round = 0; round < rounds; round += 1) {
    for (const name of Object.keys(fields) as Name[]) {
      const { toPaint, work } = await typeInto(page, devtools, fields[name]);
      times[name].toPaint.push(...toPaint);
      times[name].work.push(...work);
    }
  }
  await devtools.detach();
  return times;
}

/** For the detail of a figure. */
export function describeKeys({ toPaint, work }: KeyTimes): Readonly<Record<string, number>> {
  return {
    workP95Ms: quantile(work, 0.95),
    workMedianMs: median(work),
    toPaintP95Ms: quantile(toPaint, 0.95),
    toPaintMedianMs: median(toPaint),
  };
}

async function typeInto(page: Page, devtools: CDPSession, selector: string): Promise<KeyTimes> {
  const field = page.locator(selector).first();
  await field.fill('');
  await field.focus();
  const keys = [...typed].map((key) => (key === ' ' ? 'Space' : key));
  return await measureEach(page, devtools, { selector, by: 'beforeinput', keys });
}

/** Presses keys on the focused element one after the other, immediately or in a rhythm. */
export async function pressKeys(
  page: Page,
  selector: string,
  keys: readonly string[],
  { by = 'keydown', rhythmMs = 0 }: Partial<Pick<PressedKeys, 'by' | 'rhythmMs'>> = {},
): Promise<KeyTimes> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.locator(selector).first().focus();
  const times = await measureEach(page, devtools, { selector, by, keys, rhythmMs });
  await devtools.detach();
  return times;
}

interface PressedKeys {
  readonly selector: string;
  /** The event that notifies the page of a key. */
  readonly by: 'beforeinput' | 'keydown';
  readonly keys: readonly string[];
  /** The pause from the frame that shows a key to the next key; the page's work in between isn't measured. */
  readonly rhythmMs?: number;
}

async function measureEach(
  page: Page,
  devtools: CDPSession,
  { selector, by, keys, rhythmMs = 0 }: PressedKeys,
): Promise<KeyTimes> {
  await page.evaluate(`windowBench.watchKeys(${JSON.stringify(selector)}, ${JSON.stringify(by)})`);
  const work: number[] = [];
  for (const [index, key] of keys.entries()) {
    const before = await workOf(devtools);
    await page.keyboard.press(key);
    // A key is measured once the frame that shows its effect is drawn.
    await page.evaluate(`windowBench.measured(${index + 1})`);
    work.push((await workOf(devtools)) - before);
    if (rhythmMs > 0) await page.waitForTimeout(rhythmMs);
  }
  return { toPaint: await page.evaluate<number[]>(`windowBench.keyTimes()`), work };
}

/** CPU milliseconds of the page's main thread. */
async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser does not tell how long its tasks took.');
  return seconds * 1000;
}
