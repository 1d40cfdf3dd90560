import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compiled-'));
  await mkdir(join(folder, 'temporary'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const starts = [
  { name: 'Tenant Desk', args: ['tools/launch.ts', '--browser', '--no-open', '--port', '0', '--profile'] },
  { name: 'the embedded tenant', args: ['tenant/index.ts', '--data'] },
];

describe('compiled code that is cached for the next start', () => {
  it.each(starts)('is never in a shared folder for temporary files: $name', async ({ args }) => {
    const temporary = join(folder, 'temporary');
    const child = spawn(process.execPath, [...args, join(folder, 'data')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        TMPDIR: temporary,
        TEMP: temporary,
        TMP: temporary,
        NODE_COMPILE_CACHE: undefined,
      },
    });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(await readdir(temporary)).toEqual([]);
  });
});
