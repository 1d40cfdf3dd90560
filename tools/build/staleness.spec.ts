import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sourceDigest } from './staleness.ts';

let root: string;
const digest = () => sourceDigest(root, { sources: ['contract', 'main'] });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'staleness-'));
  for (const folder of ['contract', 'main/platform', 'tenant'])
    await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'contract', 'a.ts'), 'a');
  await writeFile(join(root, 'main', 'platform', 'b.ts'), 'b');
});

afterEach(() => rm(root, { recursive: true }));

it('changes with the content, name and number of sources at any depth', async () => {
  const seen = new Set([await digest()]);
  await writeFile(join(root, 'main', 'platform', 'b.ts'), 'B');
  seen.add(await digest());
  await writeFile(join(root, 'main', 'c.ts'), '');
  seen.add(await digest());
  await rm(join(root, 'contract', 'a.ts'));
  seen.add(await digest());
  await writeFile(join(root, 'package-lock.json'), '{}');
  seen.add(await digest());
  expect(seen.size).toBe(5);
});

it('ignores times, tests and other folders', async () => {
  const before = await digest();
  await utimes(join(root, 'contract', 'a.ts'), 1, 1);
  await writeFile(join(root, 'main', 'b.spec.ts'), 'a test');
  await writeFile(join(root, 'tenant', 'x.ts'), 'x');
  expect(await digest()).toBe(before);
});
