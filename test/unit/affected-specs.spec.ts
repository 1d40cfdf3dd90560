import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { affectedSpecs } from '../run/affected-specs.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affected-'));
  const files: Readonly<Record<string, string>> = {
    'contract/errors.ts': '',
    'main/near.ts': "import { errors } from '../contract/errors.ts';",
    'main/far.ts': "export * from './near.ts';\nnew Worker(new URL('./worker.ts', import.meta.url));",
    'main/worker.ts': "import './far.ts';",
    'main/far.spec.ts': "import './far.ts';",
    'test/integration/a-far.spec.ts': "import '../../main/far.ts';",
    'test/integration/near.spec.ts': "import {\n  near,\n} from '../../main/near.ts';",
    'test/faults/near.spec.ts': "import '../../main/near.ts';",
    'packages/engine/package.json': JSON.stringify({
      name: '@tenant-desk/engine',
      exports: { '.': './src/index.ts', './lint': './src/lint/index.ts' },
    }),
    'packages/engine/src/index.ts': "export * from './values.ts';",
    'packages/engine/src/values.ts': '',
    'packages/engine/src/lint/index.ts': '',
    'test/security/engine.spec.ts': "import { render } from '@tenant-desk/engine';",
    'test/security/lint.spec.ts': "import { lint } from '@tenant-desk/engine/lint';",
    'renderer/ui/Button.svelte': '',
    'renderer/ui/Button.svelte.spec.ts': "const { default: Button } = await import('./Button.svelte');",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

it('finds specs through their imports, the nearest first', () => {
  expect(affectedSpecs(['contract/errors.ts'], folder)).toEqual([
    'test/integration/near.spec.ts',
    'test/integration/a-far.spec.ts',
  ]);
});

it('finds a changed spec itself, one behind a worker, and one of a component', () => {
  expect(affectedSpecs(['test/integration/near.spec.ts'], folder)).toEqual(['test/integration/near.spec.ts']);
  expect(affectedSpecs(['main/worker.ts'], folder)).toEqual(['test/integration/a-far.spec.ts']);
  expect(affectedSpecs(['renderer/ui/Button.svelte'], folder)).toEqual(['renderer/ui/Button.svelte.spec.ts']);
});

it('finds a spec that imports a workspace package by its name', () => {
  expect(affectedSpecs(['packages/engine/src/values.ts'], folder)).toEqual(['test/security/engine.spec.ts']);
  expect(affectedSpecs(['packages/engine/src/lint/index.ts'], folder)).toEqual([
    'test/security/lint.spec.ts',
  ]);
});

it('finds none for a file that nothing imports', () => {
  expect(affectedSpecs(['docs/architecture.md', 'main/gone.ts'], folder)).toEqual([]);
});
