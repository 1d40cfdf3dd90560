import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { IconIcns, IconIco } from '@shockpkg/icon-encoder';
import { chromium } from 'playwright';
import { browserArguments, findBrowser } from './browser.ts';

/**
 * `npm run icons`: draws the icons of the installers from `assets/public/icon.svg`. Run it after a change of that file, and
 * commit the result: a build has no browser.
 */
const assets = fileURLToPath(new URL('../../assets/', import.meta.url));
const drawing = await readFile(`${assets}public/icon.svg`, 'utf8');

/** The images of a macOS icon by size in pixels, in the order of Apple's `iconutil`. */
const macImages = [
  [64, 'ic12'],
  [128, 'ic07'],
  [256, 'ic13'],
  [256, 'ic08'],
  [16, 'ic04'],
  [512, 'ic14'],
  [512, 'ic09'],
  [32, 'ic05'],
  [1024, 'ic10'],
  [32, 'ic11'],
] as const;
const windowsSizes = [256, 128, 64, 48, 40, 32, 24, 20, 16] as const;

const executablePath = findBrowser();
await using browser = await chromium.launch({
  args: [...browserArguments],
  ...(executablePath === undefined ? {} : { executablePath }),
});

async function draw(size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const source = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
  await page.setContent(
    `<style>body { margin: 0 } img { display: block }</style><img src="${source}" width="${size}" height="${size}">`,
  );
  const image = await page.screenshot({ omitBackground: true });
  await page.close();
  return image;
}

const icns = new IconIcns();
icns.toc = true;
for (const [size, type] of macImages) await icns.addFromPng(await draw(size), [type]);

const ico = new IconIco();
for (const size of windowsSizes) await ico.addFromPng(await draw(size));

await writeFile(`${assets}icon.png`, await draw(1024));
await writeFile(`${assets}icon.icns`, icns.encode());
await writeFile(`${assets}icon.ico`, ico.encode());
