import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAt } from './open-at.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-at-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const rejectionOf = (path: string, maxBytes = 1000) =>
  openAt(path, maxBytes).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a file that is opened', () => {
  it('is read byte for byte, up to the size limit', async () => {
    const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => index % 251);
    const opened = await openAt(write('large.json', bytes), bytes.length);
    expect(opened.name).toBe('large.json');
    expect(Buffer.compare(opened.bytes, bytes)).toBe(0);
    expect((await openAt(write('empty.json', ''), 0)).bytes).toHaveLength(0);
  });

  it('is rejected before reading if it is too large', async () => {
    expect(await rejectionOf(write('too-large.json', 'x'.repeat(1001)))).toMatchObject({
      error: { code: 'file-too-large', message: expect.stringContaining('too-large.json') },
    });
  });

  it.runIf(process.platform === 'linux')('is rejected if it is longer than its reported size', async () => {
    expect(await rejectionOf('/proc/self/smaps', 200)).toMatchObject({ error: { code: 'file-too-large' } });
  });

  it('must not be a folder', async () => {
    expect(await rejectionOf(folder)).toMatchObject({
      error: { code: 'file-unreadable', message: expect.stringMatching(/is a folder\. Choose a file in it/) },
    });
  });

  it.skipIf(process.platform === 'win32')('must not be a pipe, which would block forever', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.json')]);
    expect(await rejectionOf(join(folder, 'pipe.json'))).toMatchObject({
      error: { code: 'file-unreadable' },
    });
  });

  it('is rejected if it was deleted before reading', async () => {
    expect(await rejectionOf(join(folder, 'gone.json'))).toMatchObject({
      error: { code: 'file-unreadable', message: expect.stringContaining('gone.json') },
    });
  });

  it('reports whether it was changed since, and stays usable after the file is removed', async () => {
    const path = write('changed.json', 'as reviewed');
    const opened = await openAt(path, 1000);
    expect(await opened.isAsOpened?.()).toBe(true);
    writeFileSync(path, 'as opened!!');
    expect(await opened.isAsOpened?.()).toBe(false);
    unlinkSync(path);
    expect(await opened.isAsOpened?.()).toBe(true);
  });
});
