import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { buildCommandPackage } from '../../../tools/build/command-package.ts';
import { buildExecutable, canBuildExecutable } from '../../../tools/build/executable.ts';
import { browserArguments, findBrowser } from '../../run/browser.ts';
import { editFile } from '../../builders/pulled-folder.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const work = makeTemporaryFolder();
const userFolder = join(work, 'user');
const cache = join(userFolder, 'cache');
let executable = '';

beforeAll(async () => {
  if (!canBuildExecutable()) return;
  await buildCommandPackage(join(work, 'tdesk'), () => undefined);
  const built = await buildExecutable(join(work, 'tdesk'), work);
  // Alone in a folder, far from the clone and its packages.
  mkdirSync(join(userFolder, 'bin'), { recursive: true });
  executable = join(userFolder, 'bin', basename(built));
  copyFileSync(built, executable);
  chmodSync(executable, 0o755);
}, 300_000);
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** No Node and no npm can be found. */
const bare = {
  PATH: '/nowhere',
  HOME: userFolder,
  LOCALAPPDATA: cache,
  XDG_CACHE_HOME: cache,
  TDESK_STATE: join(userFolder, 'state'),
};

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const options = { cwd: userFolder, env: { ...bare, ...env }, maxBuffer: 100_000_000 };
  return (await promisify(execFile)(executable, args, options)).stdout;
}

/** The variables that `sandbox start --save-env` wrote. */
async function environmentOf(file: string, sandbox: ChildProcess): Promise<Record<string, string>> {
  while (!existsSync(file) || statSync(file).size === 0) {
    if (sandbox.exitCode !== null) throw new Error(`The sandbox ended with ${sandbox.exitCode}.`);
    await delay(50);
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return Object.fromEntries(
    lines.map((line) =>
      line
        .split(/=(.*)/s)
        .slice(0, 2)
        .map((part) => part.replace(/^'|'$/g, '')),
    ),
  );
}

const linkSchema = z.object({ schema: z.string(), ready: z.literal(true), url: z.url() });

/** The line that says that it is ready. Throws with its output if it ends before. */
async function firstLineOf({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>) {
  let output = '';
  stderr.on('data', (chunk) => (output += String(chunk)));
  for await (const line of createInterface({ input: stdout })) return linkSchema.parse(JSON.parse(line));
  throw new Error(`It ended before it was ready. ${output}`);
}

describe.skipIf(!canBuildExecutable())('the single executable', () => {
  it('prints its version, without a word on stderr', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const { stdout, stderr } = await promisify(execFile)(executable, ['--version'], {
      cwd: userFolder,
      env: bare,
    });
    expect({ stdout, stderr }).toEqual({ stdout: `${version}\n`, stderr: '' });
  });

  it('starts a sandbox, plans a folder against it, runs a query and tests scripts', async () => {
    const file = join(userFolder, 'sandbox.env');
    const sandbox = spawn(executable, ['sandbox', 'start', '--apps', '3', '--save-env', file], {
      ...{ cwd: userFolder, env: bare, stdio: 'ignore' },
    });
    onTestFinished(() => void sandbox.kill('SIGKILL'));
    const env = await environmentOf(file, sandbox);
    const folder = join(userFolder, 'acme');
    await run(['pull', folder], env);
    const [app = ''] = readdirSync(join(folder, 'applications'));
    editFile(folder, `applications/${app}/script.js`, (text) => `${text}\n// edited`);
    expect(JSON.parse(await run(['plan', folder, '--json'], env))).toMatchObject({
      summary: { update: 1, create: 0 },
    });
    const csv = await run(['query', 'SELECT Username FROM User', '-o', 'csv'], env);
    expect(csv.split(/\r?\n/)[0]).toBe('Username');
    const scripts = join(userFolder, 'scripts');
    mkdirSync(join(scripts, 'x.tests'), { recursive: true });
    writeFileSync(join(scripts, 'x.js'), 'throw new Error("no access");');
    const test = { user: { Username: 'zoe@acme.example' }, expectError: 'no access' };
    writeFileSync(join(scripts, 'x.tests', 'a.json'), JSON.stringify(test));
    const tested = await run(['scripts', 'test', scripts, '--json']);
    expect(JSON.parse(tested)).toMatchObject({ summary: { passed: 1 } });
    sandbox.kill('SIGINT');
    expect(await once(sandbox, 'close')).toEqual([0, null]);
    expect(existsSync(file)).toBe(false);
  }, 180_000);

  it('runs Tenant Desk in the browser, as installed on a machine without its desktop program', async () => {
    const own = ['browser', '--no-open'];
    const desk = spawn(executable, own, { cwd: userFolder, env: bare, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void desk.kill('SIGKILL'));
    const ready = await firstLineOf(desk);
    expect(ready).toMatchObject({ schema: 'tdesk/browser/v1', ready: true });
    // A second start shows the same one, with a new link.
    const again = linkSchema.parse(JSON.parse(await run(own)));
    expect(new URL(again.url).origin).toBe(new URL(ready.url).origin);
    expect(again.url).not.toBe(ready.url);

    const executablePath = findBrowser();
    const browser = await chromium.launch({
      args: [...browserArguments],
      ...(executablePath === undefined ? {} : { executablePath }),
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(again.url);
    // The embedded tenants run in a separate process, from the executable.
    await page.getByText('Sandbox Staging').first().waitFor({ timeout: 60_000 });
    await page.goto(`${new URL(page.url()).origin}/#/settings/about`);
    await page.getByText('browser mode').first().waitFor();
    await browser.close();

    desk.kill('SIGINT');
    expect(await once(desk, 'close')).toEqual([0, null]);
  }, 180_000);

  it('unpacks itself once, for its owner only, and not into a folder that others can write to', async () => {
    const [name = '', ...others] = readdirSync(join(cache, 'tdesk'));
    expect(others).toEqual([]);
    const unpacked = join(cache, 'tdesk', name);
    expect(statSync(unpacked).mode & 0o777).toBe(0o700);
    chmodSync(unpacked, 0o777);
    writeFileSync(join(unpacked, 'command', 'index.js'), 'process.stdout.write("planted")');
    expect(await run(['--version'])).not.toContain('planted');
  });

  it('runs where nothing can be stored', async () => {
    const file = join(userFolder, 'a-file');
    writeFileSync(file, '');
    const env = { XDG_CACHE_HOME: file, LOCALAPPDATA: file, TMPDIR: work };
    expect(JSON.parse(await run(['tenants', 'list', '--json'], env))).toMatchObject({
      schema: 'tdesk/tenants-list/v1',
    });
    expect(
      readdirSync(work).filter(
        (name) => name.startsWith('tdesk-') && statSync(join(work, name)).isDirectory(),
      ),
    ).toEqual([]);
  });
});
