import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildCommandPackage, packCommand } from '../../../tools/build/command-package.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';
import { nodeBinary } from '../tenant-process.ts';

const work = makeTemporaryFolder();
afterAll(() => rmSync(work, { recursive: true }));

it('packs a command that runs outside of the clone, with a manual page and no dependency but keytar', async () => {
  const folder = join(work, 'tdesk');
  await buildCommandPackage(folder, () => undefined);
  const tarball = await packCommand(folder, work);
  execFileSync('tar', ['-xf', tarball, '-C', work]);
  const unpacked = join(work, 'package');
  const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Record<string, object>;
  expect(manifest['dependencies']).toBeUndefined();
  expect(Object.keys(manifest['optionalDependencies'] ?? {})).toEqual(['keytar']);
  const page = readFileSync(join(unpacked, 'man/tdesk.1'), 'utf8');
  expect(page).toContain('.SS "tdesk apply <source>"');
  expect(page).toContain('.SH EXIT STATUS');
  const bin = join(unpacked, 'bin/tdesk.js');
  const run = (...args: string[]): string =>
    execFileSync(nodeBinary, [bin, ...args], { encoding: 'utf8', env: { TDESK_STATE: join(work, 'state') } });
  expect(run('--version').trim()).toBe(manifest['version']);
  expect(JSON.parse(run('tenants', 'list', '--json'))).toMatchObject({ tenants: [] });
}, 120_000);
