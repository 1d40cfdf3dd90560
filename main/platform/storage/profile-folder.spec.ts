import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultProfileFolder } from './profile-folder.ts';

const homeFolder = join('/', 'home', 'ada');

it('follows the XDG base directories on Linux, and ignores a relative path', () => {
  const linux = (env: Record<string, string>) => defaultProfileFolder({ platform: 'linux', env, homeFolder });
  expect(linux({})).toBe(join(homeFolder, '.local', 'share', 'tenant-desk'));
  expect(linux({ XDG_DATA_HOME: '/data' })).toBe(join('/data', 'tenant-desk'));
  expect(linux({ XDG_DATA_HOME: 'data' })).toBe(join(homeFolder, '.local', 'share', 'tenant-desk'));
});

it('is Application Support on macOS and LOCALAPPDATA on Windows', () => {
  expect(defaultProfileFolder({ platform: 'darwin', env: {}, homeFolder })).toBe(
    join(homeFolder, 'Library', 'Application Support', 'Tenant Desk'),
  );
  const env = { LOCALAPPDATA: join('/', 'local'), APPDATA: join('/', 'roaming') };
  expect(defaultProfileFolder({ platform: 'win32', env, homeFolder })).toBe(
    join('/', 'local', 'Tenant Desk'),
  );
});
