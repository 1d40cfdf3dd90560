import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placeExecutables, requireEach } from './place-executables.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'executables-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('puts each executable where the installers of its system and processor take it from', async () => {
  const names = [
    'tdesk-1.2.0-linux-x64',
    'tdesk-1.2.0-linux-arm64',
    'tdesk-1.2.0-darwin-arm64',
    'tdesk-1.2.0-win32-x64.exe',
  ];
  const others = ['tdesk-1.1.0-linux-x64', 'tdesk-1.2.0.tgz', 'tdesk-1.2.0-linux-x64.digest', 'SHA256SUMS'];
  for (const name of [...names, ...others]) await writeFile(join(folder, name), name, { mode: 0o644 });
  const out = join(folder, 'out');
  const placed = await placeExecutables(folder, out, '1.2.0');
  expect(placed).toHaveLength(names.length);
  const found = await readdir(join(out, 'bin'), { recursive: true });
  expect(found.filter((path) => path.includes('tdesk')).toSorted()).toEqual(
    ['linux-arm64/tdesk', 'linux-x64/tdesk', 'mac-arm64/tdesk', 'win-x64/tdesk.exe'].map((path) =>
      join(path),
    ),
  );
  const linux = join(out, 'bin', 'linux-x64', 'tdesk');
  expect(await readFile(linux, 'utf8')).toBe('tdesk-1.2.0-linux-x64');
  if (process.platform !== 'win32') expect((await stat(linux)).mode & 0o777).toBe(0o755);

  expect(() => requireEach(placed, 'linux')).not.toThrow();
  expect(() => requireEach(placed, 'darwin')).toThrow('There is no executable of tdesk for darwin x64.');
  expect(() => requireEach([], 'win32')).toThrow('win32 x64 and win32 arm64');
});
