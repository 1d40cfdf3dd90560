import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const formats =
  /new Intl\.(?:DateTimeFormat|NumberFormat|RelativeTimeFormat|PluralRules|ListFormat)|\.toLocale(?:Date|Time)?String\(/;

/** Names of zones, and parts of dates that are calculated with. */
const notShown = ['contract/values/zoned-time.ts', 'contract/procedures/library-values.ts'];

it('formats dates and numbers in one place, so that all are in the locale of the user', () => {
  const files = globSync('{contract,languages,main,renderer}/**/*.{ts,svelte}', { cwd: root });
  expect(files.length).toBeGreaterThan(1000);
  const otherUses = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.spec.ts') && file !== 'languages/text/intl.ts')
    .filter((file) => formats.test(readFileSync(`${root}/${file}`, 'utf8')));
  expect(otherUses.filter((file) => !notShown.includes(file))).toEqual([]);
});
