import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const copied = [
  'assets',
  'contract',
  'languages',
  'main',
  'packages',
  'preload',
  'renderer',
  'tenant',
  'tools',
];
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json'];

export interface SourceCopy {
  readonly folder: string;
  remove(): void;
}

/** An editable copy of the sources, with the packages of this checkout. */
export function copySources(): SourceCopy {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tenant-desk-development-')));
  for (const name of [...copied, ...files]) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
