import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLicenseHandlers } from './handlers.ts';

let folder: string;
const call = { signal: new AbortController().signal, requestId: 'r' };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'licenses-'));
});

afterEach(() => rm(folder, { recursive: true }));

it('returns the list written by the build', async () => {
  const file = join(folder, 'licenses.json');
  const listed = [{ name: 'zod', version: '4.0.0', license: 'MIT', text: 'Permission is hereby granted' }];
  await writeFile(file, JSON.stringify(listed));
  expect(await createLicenseHandlers(file)['licenses.list'](undefined, call)).toEqual(listed);
});

it('fails if the list is missing or unreadable', async () => {
  const damaged = join(folder, 'damaged.json');
  await writeFile(damaged, '[{"name":7}]');
  for (const file of [undefined, join(folder, 'missing.json'), damaged]) {
    await expect(createLicenseHandlers(file)['licenses.list'](undefined, call)).rejects.toMatchObject({
      code: 'not-found',
      message: 'The license list is missing from this build.',
    });
  }
});
