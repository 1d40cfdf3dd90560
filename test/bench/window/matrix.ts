import type { Page } from 'playwright';
import type { Figure } from '../benchmark.ts';
import { pressKeys, typeAlternating } from './keys.ts';
import { keyFigures, rest, scrollingFigure, twoFrames } from './list.ts';
import { pageProbe } from './page-probe.ts';
import { median } from './statistics.ts';

const rounds = 7;
const keyRounds = 4;
const grid = '[role=grid][aria-label="Application assignments by role"]';
const inMatrix = { selector: `${grid} [role=gridcell]`, text: '' };
const inList = { selector: '[role=listbox][aria-label=Roles] [role=option]', text: '' };

/** Right and down, like a user scrolls through it, and to its ends. */
const moves = [
  ...Array.from({ length: 12 }, () => 'ArrowDown'),
  ...Array.from({ length: 12 }, () => 'ArrowRight'),
  'PageDown',
  'PageDown',
  'End',
  'Control+End',
  'ArrowUp',
  'ArrowLeft',
  'Control+Home',
];

/** The matrix of ten thousand applications and two hundred roles, all loaded. */
export async function measureMatrix(page: Page): Promise<Figure[]> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Roles' }).click();
  await page.evaluate(pageProbe);
  await page.locator(inList.selector).first().waitFor();
  await show(page, 'Matrix', inMatrix);
  // Applications without a role are counted once all roles are loaded.
  await page.getByRole('button', { name: /^No role \d/ }).waitFor();
  const matrix: number[] = [];
  const list: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    list.push(await show(page, 'List', inList));
    matrix.push(await show(page, 'Matrix', inMatrix));
  }
  await page.getByRole('button', { name: /^No role \d/ }).waitFor();
  await rest(page);
  const scroll = (by: object): Promise<number[]> =>
    page.evaluate<number[]>(`windowBench.scroll(${JSON.stringify(grid)}, 200, ${JSON.stringify(by)})`);
  const down = await scroll({ down: 330 });
  const aside = await scroll({ right: 45 });
  await page.evaluate(`windowBench.addPlainInput()`);
  await rest(page);
  const cursor = await pressKeys(page, grid, moves);
  const { plain, filter } = await typeAlternating(
    page,
    { plain: '#plain-input', filter: 'input[type=search]' },
    keyRounds,
  );
  const limit = { limitMs: twoFrames, reference: 'two frames' };
  return [
    {
      figure: 'roles matrix of 10,000 applications and 200 roles, opened',
      ratio: median(matrix) / median(list),
      unit: 'times as long',
      reference: 'the list of the roles',
      detail: { matrixMs: median(matrix), listMs: median(list) },
    },
    scrollingFigure('longest frame of scrolling the roles matrix down', down),
    scrollingFigure('longest frame of scrolling the roles matrix to the side', aside),
    ...keyFigures('cursor key of the roles matrix', cursor, plain, limit),
    ...keyFigures('filter key of the roles matrix', filter, plain, limit),
  ];
}

function show(page: Page, segment: 'List' | 'Matrix', shown: typeof inList): Promise<number> {
  return page.evaluate<number>(
    `windowBench.press(
      [...document.querySelectorAll('[role=radio]')].find((one) => one.textContent.trim() === '${segment}'),
      ${JSON.stringify(shown)},
    )`,
  );
}
