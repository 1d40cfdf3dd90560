import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeLinkFile, writeLinkFile } from './link-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'link-file-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('leads to the link, and only its owner can read it', async () => {
  const path = await writeLinkFile(folder, 'http://127.0.0.1:1/#token=one');
  expect(await readFile(path, 'utf8')).toContain('content="0;url=http://127.0.0.1:1/#token=one"');
  expect((await stat(path)).mode & 0o077).toBe(0);
});

it('leads to the fallback only if the link is unreachable', async () => {
  const path = await writeLinkFile(folder, 'http://desk.localhost:1/#token=one', {
    fallback: 'http://127.0.0.1:2/#token=one',
    check: 'http://desk.localhost:1/reachable',
  });
  const page = await readFile(path, 'utf8');
  expect(page).toContain(
    '<noscript><meta http-equiv="refresh" content="0;url=http://desk.localhost:1/#token=one">',
  );
  expect(page).toContain('fetch("http://desk.localhost:1/reachable"');
  expect(page).toContain('<a id="fallback" href="http://127.0.0.1:2/#token=one">');
});

it('is recreated for each link with its own permissions, replacing any existing file', async () => {
  const path = await writeLinkFile(folder, 'http://127.0.0.1:1/#token=one');
  await rm(path);
  await writeFile(path, 'left behind', { mode: 0o644 });
  await writeLinkFile(folder, 'http://127.0.0.1:1/#token=two');
  expect(await readFile(path, 'utf8')).toContain('#token=two');
  expect((await stat(path)).mode & 0o077).toBe(0);
});

it('is deleted when no longer needed, even if it never existed', async () => {
  const path = await writeLinkFile(folder, 'http://127.0.0.1:1/#token=one');
  await removeLinkFile(folder);
  await removeLinkFile(folder);
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
});
