import type { Page } from 'playwright';

/** The page's marks: a key, and that its effect is shown, which is then in the next frame. */
export const keyMark = 'bench-key';
export const shownMark = 'bench-shown';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly src_func?: string };
}

/**
 * Milliseconds from each key's mark to the end of the frame that shows its effect, according to the browser's
 * own trace. A page can't measure that: after a key the browser delays the events that would report a drawn
 * frame, sometimes until the next one.
 */
export async function traceFrames(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  const events = await traced(page, act);
  const keys = events.filter(({ name }) => name === keyMark).toSorted((one, other) => one.ts - other.ts);
  const [first] = keys;
  if (first === undefined) throw new Error('The trace tells of no key.');
  const ofPage = events.filter(({ pid, tid }) => pid === first.pid && tid === first.tid);
  const shown = ofPage.filter(({ name }) => name === shownMark).map(({ ts }) => ts);
  const frameEnds = ofPage
    .filter(({ ph, args }) => ph === 'X' && args?.src_func === 'ScheduledActionSendBeginMainFrame')
    .map(({ ts, dur = 0 }) => ts + dur)
    .toSorted((one, other) => one - other);
  return keys.map(({ ts }, index) => {
    const isOfKey = (at: number): boolean => at > ts && at < (keys[index + 1]?.ts ?? Infinity);
    const at = shown.find(isOfKey);
    const end = at === undefined ? undefined : frameEnds.find((one) => one > at);
    if (end === undefined) throw new Error('The trace does not tell in which frame a key is shown.');
    return (end - ts) / 1000;
  });
}

async function traced(page: Page, act: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const devtools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink.user_timing', 'toplevel'] },
  });
  await act();
  const complete = new Promise<void>((resolve) => {
    devtools.once('Tracing.tracingComplete', () => resolve());
  });
  await devtools.send('Tracing.end');
  await complete;
  await devtools.detach();
  return events;
}
