import { allBundles } from './build/all-bundles.ts';
import { buildStale } from './build/build-stale.ts';

/** `npm run build [-- NAME …]`: builds the named stale bundles, or all of them, under `dist/`. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const wanted = process.argv.slice(2);
const known = allBundles.map(({ name }) => name as string);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  say(`Unknown bundle ${unknown.join(', ')}. Available: ${known.join(', ')}.`);
  process.exit(2);
}
await buildStale(
  wanted.length === 0 ? allBundles : allBundles.filter(({ name }) => wanted.includes(name)),
  say,
);
