import { createRequire, registerHooks } from 'node:module';
import type { FakeElectron } from './fake-electron.ts';

const key = 'tenant-desk.fake-electron';
const fakeUrl = 'fake:electron';

/**
 * Runs the built main bundle like Electron would, with the fake instead of the `electron` module, also in what it loads later.
 */
export function loadMainBundle(file: string, electron: FakeElectron): void {
  Object.assign(globalThis, { [Symbol.for(key)]: electron.module });
  const names = Object.keys(electron.module);
  const source = names
    .map((name) => `export const ${name} = globalThis[Symbol.for(${JSON.stringify(key)})].${name};`)
    .join('\n');
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url: fakeUrl, format: 'module', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url === fakeUrl ? { format: 'module', source, shortCircuit: true } : next(url, context),
  });
  createRequire(import.meta.url)(file);
}
