import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildCommandPackage, packCommand } from '../../../tools/build/command-package.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';
import { nodeBinary } from '../tenant-process.ts';

const work = makeTemporaryFolder();
afterAll(() => rmSync(work, { recursive: true }));

/** The packages whose code is in the bundles, as their source maps name them. */
function bundledPackages(folder: string): readonly string[] {
  const maps = ['command', 'tenant'].flatMap((bundle) =>
    readdirSync(join(folder, bundle), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.map'))
      .map((name) => readFileSync(join(folder, bundle, name), 'utf8')),
  );
  const sources = maps.flatMap((map) => (JSON.parse(map) as { readonly sources: readonly string[] }).sources);
  const names = sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
  expect(names).toContain('commander');
  return [...new Set(names)];
}

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
  const licenses = readFileSync(join(unpacked, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of bundledPackages(unpacked)) {
    const [, text = ''] = `\n${licenses}`.split(`\n${name} `);
    expect(text.slice(0, 3000), name).toMatch(
      /Permission is hereby granted|Apache License|Redistribution|permission/i,
    );
  }
  const bin = join(unpacked, 'bin/tdesk.js');
  const run = (...args: string[]): string =>
    execFileSync(nodeBinary, [bin, ...args], { encoding: 'utf8', env: { TDESK_STATE: join(work, 'state') } });
  expect(run('--version').trim()).toBe(manifest['version']);
  expect(JSON.parse(run('tenants', 'list', '--json'))).toMatchObject({ tenants: [] });
}, 120_000);
