import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBrowser, howToGetABrowser } from './browser.ts';
import { runNode } from './run-command.ts';

/**
 * `npm run shots [-- NAME]`: screenshots of every view, light and dark, in `test/shots/out`; with a name only
 * of the tests with that title, added to the existing pictures.
 */
const names = process.argv.slice(2);
process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
if ((await ensureBrowser((line) => console.log(line))) === undefined) {
  console.error(howToGetABrowser);
  process.exit(1);
}
if (names.length === 0) rmSync('test/shots/out', { recursive: true, force: true });
const built = await runNode(['tools/build.ts'], { inherit: true });
const shot =
  built.exitCode === 0
    ? await runNode(
        [
          'node_modules/playwright/cli.js',
          'test',
          '--project',
          'shots',
          '--reporter',
          'list',
          ...names.flatMap((name) => ['--grep', name]),
        ],
        { inherit: true },
      )
    : built;
process.exitCode = shot.exitCode;
