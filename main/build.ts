import { allBundles, buildStale } from './bundles/build-bundles.ts';

/** `npm run build`: brings every bundle under `dist/` up to date. */
await buildStale(allBundles, (line) => process.stderr.write(`${line}\n`));
