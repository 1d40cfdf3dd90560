import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildCommandPackage, packCommand } from './build/command-package.ts';
import { buildExecutable, canBuildExecutable } from './build/executable.ts';
import { packageVersion } from './build/package-version.ts';
import { placeExecutables } from './release/place-executables.ts';

/** `npm run package:tdesk`: builds the npm package of the command line, and packs it and an executable for this system into `out/`. */
const out = fileURLToPath(new URL('../out/', import.meta.url));
await mkdir(out, { recursive: true });
await buildCommandPackage(`${out}tdesk`, (line) => process.stderr.write(`${line}\n`));
process.stdout.write(`${await packCommand(`${out}tdesk`, out)}\n`);
if (canBuildExecutable()) {
  process.stdout.write(`${await buildExecutable(`${out}tdesk`, out)}\n`);
  // The installers that are built here contain it.
  await placeExecutables(out, out, await packageVersion());
} else process.stderr.write('The executable needs Node 25.5 or newer, and was not built.\n');
