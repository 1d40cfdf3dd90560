import { readFileSync, utimesSync } from 'node:fs';
import { execPath, exit, argv, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';

/*
 * `npm run --silent tdesk -- VERB …` from a clone: builds the command where a source is younger, and runs it. It is JavaScript
 * on purpose: loading the stripper of types takes longer than the command needs for most answers.
 */
const root = new URL('../', import.meta.url);
const built = new URL('dist/command/', root);
const entry = new URL('index.js', built);
const args = argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  stdout.write(`${version}\n`);
} else {
  const { isCommandFresh } = await import('./launch/is-command-fresh.js');
  if (!isCommandFresh(built, root)) {
    const { spawnSync } = await import('node:child_process');
    const build = fileURLToPath(new URL('build.ts', import.meta.url));
    // Its output goes to stderr: stdout is for data.
    const { status } = spawnSync(execPath, [build, 'command'], { stdio: ['ignore', 2, 'inherit'] });
    if (status !== 0) exit(1);
    // What differs in time only need not be compared again.
    const now = new Date();
    utimesSync(entry, now, now);
  }
  await import(entry.href);
}
