import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('every modal surface shows urgent notices: the page behind it is not reachable', () => {
  const surfaces = globSync('renderer/**/*.svelte', { cwd: root })
    .map((file) => ({ file, source: readFileSync(root + file, 'utf8') }))
    .filter(({ source }) => /<Dialog\.Content|<AlertDialog\.Content|<dialog[\s>]|aria-modal=/.test(source));
  expect(surfaces.map(({ file }) => file)).toContain('renderer/ui/overlay/Modal.svelte');
  const silent = surfaces.filter(({ source }) => !source.includes('<UrgentNotice />'));
  expect(silent.map(({ file }) => file)).toEqual([]);
});
