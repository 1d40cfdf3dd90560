import type { Browser, CDPSession } from 'playwright';

/**
 * `result` is a query result as the console shows it, `product` is Tenant Desk's grid with its rows in the
 * page.
 */
export const gridNames = ['result', 'product', 'ag-grid', 'tanstack'] as const;
export type GridName = (typeof gridNames)[number];

export interface Shape {
  readonly name: GridName;
  readonly rows: number;
  readonly columns: number;
}

/** Measurements of scrolling, or of sorting. */
export interface Moved {
  /**
   * CPU milliseconds of the page's main thread: on a busy machine it waits longer, but doesn't compute more.
   */
  readonly work: number;
  /** Milliseconds between frames. */
  readonly longest: number;
  readonly longFrames: number;
  readonly frames: number;
}

export interface Scrolled extends Moved {
  /** Frames in which a row had no text yet. */
  readonly waiting: number;
  /** The visible cells after scrolling ended. */
  readonly cells: readonly string[];
}

export interface Sorted {
  readonly work: number;
  readonly longest: number;
  readonly milliseconds: number;
}

/** Measurements of one grid in a new page; milliseconds. */
export interface Measured {
  readonly firstRows: number;
  readonly firstRowsWork: number;
  readonly wheel: Scrolled;
  readonly sideways: Scrolled;
  readonly drag: Scrolled;
  readonly sortNumbers: Sorted;
  readonly sortTexts: Sorted;
}

/** A frame that the user sees as a stutter. */
const LONG_FRAME = 50;
const TEXT_COLUMN = 0;
const NUMBER_COLUMN = 1;
/**
 * Pixels, and pixels per second: five rows per frame, which is a wheel turned fast, and a column every fourth
 * frame.
 */
const WHEEL = { distance: 16_800, speed: 8400 };
const SIDEWAYS = { distance: 1044, speed: 1044 };
/** Forty rows per frame. */
const DRAG = { frames: 60, down: 1120 };
/**
 * A busy grid drops much of the wheel's movement, and then has less to draw: the share that it has to follow.
 */
const LEAST_FOLLOWED = 0.25;

interface Watched {
  readonly durations: readonly number[];
  readonly waiting: number;
  readonly at: { readonly top: number; readonly left: number };
  readonly cells: readonly string[];
}

/** Measures one grid in a new page, in the order given here. */
export async function measurePage(browser: Browser, url: string, shape: Shape): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  // As a string: the page's globals aren't those of this program.
  const call = <Result>(expression: string): Promise<Result> =>
    page.evaluate<Result>(`window.gridBench.${expression}`);
  const working = async <Result>(act: () => Promise<Result>): Promise<[number, Result]> => {
    const before = await workOf(devTools);
    const result = await act();
    return [(await workOf(devTools)) - before, result];
  };
  const scroll = async (act: () => Promise<unknown>, place: Watched['at']): Promise<Scrolled> => {
    await call('watch()');
    const [work, { durations, waiting, at, cells }] = await working(async () => {
      await act();
      return await call<Watched>(`ended(${JSON.stringify(place)})`);
    });
    if (at.top < LEAST_FOLLOWED * place.top || at.left < LEAST_FOLLOWED * place.left)
      throw new Error(`${shape.name} did not scroll as far as it should: ${at.top}, ${at.left}.`);
    const longFrames = durations.filter((duration) => duration > LONG_FRAME).length;
    return { work, longFrames, longest: Math.max(...durations), frames: durations.length, waiting, cells };
  };
  const turn = async ({ speed, ...far }: { speed: number; xDistance: number; yDistance: number }) =>
    devTools.send('Input.synthesizeScrollGesture', {
      ...(await call<{ x: number; y: number }>('middle()')),
      ...{ ...far, speed, gestureSourceType: 'mouse', preventFling: true },
    });
  const sort = async (column: number): Promise<Sorted> => {
    const [work, { milliseconds, longest }] = await working(() =>
      call<{ milliseconds: number; longest: number }>(`sort(${column})`),
    );
    return { work, milliseconds, longest };
  };
  try {
    await page.goto(url);
    await call(`prepare(${JSON.stringify(shape)})`);
    const [firstRowsWork, firstRows] = await working(() => call<number>('show()'));
    return {
      ...{ firstRows, firstRowsWork },
      wheel: await scroll(() => turn({ xDistance: 0, yDistance: -WHEEL.distance, speed: WHEEL.speed }), {
        top: WHEEL.distance,
        left: 0,
      }),
      sideways: await scroll(
        () => turn({ xDistance: -SIDEWAYS.distance, yDistance: 0, speed: SIDEWAYS.speed }),
        { top: 0, left: SIDEWAYS.distance },
      ),
      drag: await scroll(() => call(`drag(${JSON.stringify(DRAG)})`), {
        top: DRAG.frames * DRAG.down,
        left: 0,
      }),
      sortNumbers: await sort(NUMBER_COLUMN),
      sortTexts: await sort(TEXT_COLUMN),
    };
  } finally {
    await page.close();
  }
}

/** CPU milliseconds of the page's main thread. */
async function workOf(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser does not tell how long its tasks took.');
  return seconds * 1000;
}
