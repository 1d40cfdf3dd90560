import type { Page } from 'playwright';
import type { DeskPage } from '../../e2e/pages/desk-page.ts';
import type { Figure } from '../benchmark.ts';
import { bareText, openBareEditor } from './bare-editor.ts';
import { describeKeys, pressKeys } from './keys.ts';
import type { KeyTimes } from './keys.ts';
import { pageProbe } from './page-probe.ts';
import { keyMark, shownMark, traceFrames } from './traced-frames.ts';
import { median, quantile } from './statistics.ts';
import { studioTemplates } from './studio-templates.ts';
import type { StudioTemplate } from './studio-templates.ts';

const rounds = 6;
/** The speed of fast typists: work deferred until after a key runs between two keys. */
const rhythmMs = 90;
const typed = [...'signedin'];
const previewLimitMs = 30;
const previewKeys = 60;

const template = '[aria-label="Payload template"]';
const preview = '[aria-label="Payload preview"]';

/**
 * A key in the template of a webhook, against one in a bare editor with the same text; and how soon the
 * preview shows it.
 */
export async function measureStudio(desk: DeskPage, barePage: Page): Promise<Figure[]> {
  const { page } = desk;
  await page.evaluate(pageProbe);
  await desk.webhooks.template.waitFor();
  const box = await page.locator('.cm-editor', { has: page.locator(template) }).boundingBox();
  if (box === null) throw new Error('The template has no editor.');
  await openBareEditor(barePage, box);
  await barePage.evaluate(pageProbe);
  const figures: Figure[] = [];
  for (const one of studioTemplates) {
    const { product, bare } = await typeAlternating(page, barePage, one);
    figures.push(...keyFigures(one.name, product, bare));
    if (one.name === '40 lines') figures.push(await measurePreview(page));
  }
  return figures;
}

async function typeAlternating(
  page: Page,
  barePage: Page,
  one: StudioTemplate,
): Promise<{ readonly product: KeyTimes; readonly bare: KeyTimes }> {
  const product = { toPaint: [] as number[], work: [] as number[] };
  const bare = { toPaint: [] as number[], work: [] as number[] };
  await fill(page, template, one);
  await fill(barePage, bareText, one);
  for (let round = 0; round < rounds; round += 1) {
    for (const [onPage, selector, times] of [
      [page, template, product],
      [barePage, bareText, bare],
    ] as const) {
      await onPage.bringToFront();
      const { toPaint, work } = await pressKeys(onPage, selector, typed, { by: 'beforeinput', rhythmMs });
      times.toPaint.push(...toPaint);
      times.work.push(...work);
    }
  }
  return { product, bare };
}

/** Pastes the same text into both, with the cursor where the typing starts. */
async function fill(page: Page, selector: string, { text, typedAt }: StudioTemplate): Promise<void> {
  await page.bringToFront();
  await page.locator(selector).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text.slice(typedAt));
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText(text.slice(0, typedAt));
  await page.evaluate(`windowBench.idle()`);
}

/** From a key in the template to the end of the frame in which the preview shows it. */
async function measurePreview(page: Page): Promise<Figure> {
  await page.bringToFront();
  await page.locator(template).focus();
  await page.evaluate(
    ([...names]) => (globalThis as unknown as ProbedPage).windowBench.watchPreview(...names),
    [template, preview, keyMark, shownMark] as const,
  );
  const frames = await traceFrames(page, async () => {
    for (let index = 0; index < previewKeys; index += 1) {
      await page.keyboard.press(typed[index % typed.length] ?? 'x');
      await page.evaluate(`windowBench.previewed(${index + 1})`);
    }
  });
  const late = await page.evaluate<number[]>(`windowBench.endPreview()`);
  const times = frames.map((ms, index) => ms + (late[index] ?? 0));
  return {
    figure: 'preview of a template of 40 lines after a key, p95',
    ratio: quantile(times, 0.95) / previewLimitMs,
    unit: 'times as long',
    reference: `${previewLimitMs} ms`,
    goal: 'at most 1',
    detail: { p95Ms: quantile(times, 0.95), medianMs: median(times) },
  };
}

interface ProbedPage {
  readonly windowBench: {
    watchPreview(typedIn: string, shownIn: string, keyMark: string, shownMark: string): void;
  };
}

function keyFigures(name: string, product: KeyTimes, bare: KeyTimes): Figure[] {
  const detail = { product: describeKeys(product), bare: describeKeys(bare) };
  const reference = 'a bare CodeMirror with the same text';
  const unit = 'times as long';
  return [
    {
      figure: `key to paint in a template of ${name}, median`,
      ratio: median(product.toPaint) / median(bare.toPaint),
      unit,
      reference,
      goal: 'at most 1.5',
      detail,
    },
    {
      figure: `key to paint in a template of ${name}, p95`,
      ratio: quantile(product.toPaint, 0.95) / quantile(bare.toPaint, 0.95),
      unit,
      reference,
    },
  ];
}
