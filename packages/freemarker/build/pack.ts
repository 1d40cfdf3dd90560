import { fileURLToPath } from 'node:url';
import { buildPackage, packPackage } from './build-package.ts';

/** `npm run package --workspace packages/freemarker`: builds the package that is published, and packs it into `dist/`. */
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const folder = `${dist}package`;
await buildPackage(folder);
process.stdout.write(`${await packPackage(folder, dist)}\n`);
