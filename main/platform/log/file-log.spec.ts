import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileLog } from './file-log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenant-desk-log-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the log', () => {
  it('has one JSON object per line, with the time and without secrets', () => {
    const log = createFileLog(folder, () => 0);
    log.write('info', 'session.renewed', { tenantId: 'a', accessToken: 'secret' });
    log.write('warning', 'request.done');
    const lines = readFileSync(join(folder, 'log', 'desk.log'), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        time: '1970-01-01T00:00:00.000Z',
        level: 'info',
        event: 'session.renewed',
        tenantId: 'a',
        accessToken: '[hidden]',
      },
      { time: '1970-01-01T00:00:00.000Z', level: 'warning', event: 'request.done' },
    ]);
  });

  it.skipIf(process.platform === 'win32')('is readable by its owner only', () => {
    createFileLog(folder, () => 0).write('info', 'x');
    expect(statSync(join(folder, 'log', 'desk.log')).mode & 0o077).toBe(0);
  });

  it('never exceeds three files of a megabyte', () => {
    const log = createFileLog(folder, () => 0);
    const text = 'x'.repeat(100_000);
    for (let count = 0; count < 50; count += 1) log.write('info', 'big', { count, text });
    const files = readdirSync(join(folder, 'log')).sort();
    expect(files).toEqual(['desk.1.log', 'desk.2.log', 'desk.log']);
    for (const file of files) {
      expect(statSync(join(folder, 'log', file)).size).toBeLessThanOrEqual(1024 * 1024);
    }
    expect(readFileSync(join(folder, 'log', 'desk.log'), 'utf8')).toContain('"count":49');
  });

  it('ignores write errors', () => {
    writeFileSync(join(folder, 'log'), 'a file where the folder should be');
    expect(() => createFileLog(folder, () => 0).write('error', 'x')).not.toThrow();
  });
});
