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
  it('is written to by every event, whatever another event is made to say: the rest of its minute is counted', () => {
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
    expect(lines.at(-1)).toMatchObject({ count: 'later', leftOutBefore: 9_900 });
  });
});
