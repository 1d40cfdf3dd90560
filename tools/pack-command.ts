import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildCommandPackage, packCommand } from './build/command-package.ts';

/** `npm run package:tdesk`: builds the npm package of the command line, and packs it into `out/`. */
const out = fileURLToPath(new URL('../out/', import.meta.url));
await mkdir(out, { recursive: true });
await buildCommandPackage(`${out}tdesk`, (line) => process.stderr.write(`${line}\n`));
process.stdout.write(`${await packCommand(`${out}tdesk`, out)}\n`);
