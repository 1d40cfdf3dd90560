import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { allBundles } from '../../tools/build/all-bundles.ts';
import { buildStale } from '../../tools/build/build-stale.ts';
import { compressedBytes, scriptsOfPage, scriptsOfPart } from '../bench/window/script-sizes.ts';

const folder = fileURLToPath(new URL('../../dist/renderer', import.meta.url));
const kilobyte = 1024;

beforeAll(() => buildStale(allBundles, () => undefined));

describe('the script of the page, after gzip', () => {
  it('is at most 114 KB before anything is on the screen', () => {
    const page = scriptsOfPage(folder);
    expect(page.size).toBeGreaterThan(1);
    expect(compressedBytes(folder, page)).toBeLessThanOrEqual(114 * kilobyte);
  });

  it('is at most 150 KB with the list of applications', () => {
    const list = scriptsOfPart(folder, 'ApplicationsWithScripts');
    expect(list.size).toBeGreaterThan(1);
    const both = compressedBytes(folder, scriptsOfPage(folder)) + compressedBytes(folder, list);
    expect(both).toBeLessThanOrEqual(150 * kilobyte);
  });

  it('contains no editor, no menus, no schemas and no template engine', () => {
    const early = [...scriptsOfPage(folder), ...scriptsOfPart(folder, 'ApplicationsWithScripts')];
    expect(
      early.filter((name) => /codemirror|CodeEditor|schemas-|quickjs|worker|DiffView|MenuPopup/i.test(name)),
    ).toEqual([]);
  });
});
