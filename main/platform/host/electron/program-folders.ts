import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The parts of the built app, in `dist/` and in the package. */
export function programFolders(appFolder: string) {
  const dist = join(appFolder, 'dist');
  return {
    renderer: join(dist, 'renderer'),
    preloadFile: join(dist, 'preload', 'index.cjs'),
    tenantEntry: join(dist, 'tenant', 'index.js'),
  };
}

/** The profile folder from `--profile`; ignores Electron's and Chromium's switches. */
export function namedProfileFolder(args: readonly string[]): string | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: { profile: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  return typeof values.profile === 'string' && values.profile !== '' ? values.profile : undefined;
}
