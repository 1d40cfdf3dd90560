import { createServer } from 'node:http';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { distFolder } from '../../../tools/build/bundle.ts';
import type { Figure } from '../benchmark.ts';
import { compressedBytes, scriptsOfPage, scriptsOfPart } from './script-sizes.ts';
import { median } from './statistics.ts';

const rounds = 15;
const limit = 150 * 1024;
const rendererFolder = join(distFolder, 'renderer');
const isScript = /\/assets\/([^/]+\.js)$/;

/**
 * What a user waits for when opening a page of Tenant Desk on its list of applications, with an empty browser
 * cache.
 */
export async function measureStart(page: Page): Promise<Figure[]> {
  const blank = await serveBlankPage();
  const devtools = await page.context().newCDPSession(page);
  // A URL that names an application also waits for the code that shows one.
  const address = page.url().replace(/\/applications\/.*$/, '/applications');
  const product: number[] = [];
  const blankPage: number[] = [];
  const list: number[] = [];
  let loaded: string[] = [];
  try {
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    for (let round = 0; round < rounds; round += 1) {
      await page.goto(blank.url);
      blankPage.push(await firstPaint(page));
      await page.goto(address);
      product.push(await firstPaint(page));
      const shown = await listShown(page);
      list.push(shown.at);
      loaded = shown.scripts;
    }
    const needed = await proveNeeded(page, devtools, { address, loaded });
    return [
      {
        figure: 'cold first paint',
        ratio: median(product) / median(blankPage),
        unit: 'times as long',
        reference: 'a page with one word',
        goal: 'at most 3',
        detail: { productMs: median(product), blankMs: median(blankPage), listShownMs: median(list) },
      },
      sizeFigure('script of the page itself, gzip', scriptsOfPage(rendererFolder)),
      {
        ...sizeFigure('script that the shown list of applications needs, gzip', needed),
        detail: {
          bytes: compressedBytes(rendererFolder, needed),
          files: needed.size,
          fetchedMeanwhileBytes: compressedBytes(
            rendererFolder,
            new Set(loaded.filter((name) => !needed.has(name))),
          ),
        },
      },
    ];
  } finally {
    await devtools.detach();
    await blank.stop();
  }
}

/** Only static imports are needed: the list is shown once more with every other script blocked. */
async function proveNeeded(
  page: Page,
  devtools: CDPSession,
  { address, loaded }: { readonly address: string; readonly loaded: readonly string[] },
): Promise<ReadonlySet<string>> {
  const needed = new Set([
    ...scriptsOfPage(rendererFolder),
    ...scriptsOfPart(rendererFolder, 'ApplicationsWithScripts'),
  ]);
  const others = loaded.filter((name) => !needed.has(name));
  await devtools.send('Network.setBlockedURLs', { urls: others.map((name) => `*/${name}`) });
  await page.goto('about:blank');
  await page.goto(address);
  await listShown(page);
  await devtools.send('Network.setBlockedURLs', { urls: [] });
  return needed;
}

async function listShown(page: Page): Promise<{ readonly at: number; readonly scripts: string[] }> {
  await page.locator('[role=listbox][aria-label=Applications] [role=option]').first().waitFor();
  const { at, names } = await page.evaluate<{ at: number; names: string[] }>(
    `({ at: performance.now(), names: performance.getEntriesByType('resource').map(({ name }) => name) })`,
  );
  return { at, scripts: names.flatMap((name) => isScript.exec(name)?.[1] ?? []) };
}

function sizeFigure(figure: string, scripts: ReadonlySet<string>): Figure {
  const bytes = compressedBytes(rendererFolder, scripts);
  return {
    figure,
    ratio: bytes / limit,
    unit: 'times as much',
    reference: '150 KB',
    goal: 'at most 1',
    detail: { bytes, files: scripts.size },
  };
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list, observer) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (paint === undefined) return;
      observer.disconnect();
      resolve(paint.startTime);
    }).observe({ type: 'paint', buffered: true }))`);
}

async function serveBlankPage(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const html = '<!doctype html><meta charset="utf-8"><title>Blank</title><p>Blank</p>';
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The blank page has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
