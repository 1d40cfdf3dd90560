import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileLog } from '../../main/platform/log/file-log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenant-desk-log-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the log', () => {
  it('gets every event, even if one event floods it: the rest of that event is only counted for a minute', () => {
    const clock = { now: 0 };
    const log = createFileLog(folder, () => clock.now);
    for (let count = 0; count < 10_000; count += 1) log.write('error', 'request.failed', { count });
    log.write('info', 'session.renewed');
    clock.now += 60_000;
    log.write('error', 'request.failed', { count: 'later' });
    const lines = readFileSync(join(folder, 'log', 'desk.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toHaveLength(102);
    expect(lines.at(-2)).toMatchObject({ event: 'session.renewed' });
    expect(lines.at(-1)).toMatchObject({ count: 'later', skippedBefore: 9_900 });
  });
});
