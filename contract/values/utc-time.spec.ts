import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changedAt } from './changed-at.ts';
import { parseUtc } from './utc-time.ts';

const at = Date.parse('2026-07-01T10:00:30Z');

describe.each(['UTC', 'Pacific/Kiritimati', 'America/New_York'])('on a computer in %s', (zone) => {
  const before = process.env['TZ'];
  beforeEach(() => {
    process.env['TZ'] = zone;
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  it.each([
    'Wed, 01 Jul 2026 10:00:30 GMT',
    'Wed, 01 Jul 2026 10:00:30',
    'Wed, 01 Jul 2026 10:00:30 UTC',
    'Wed, 01 Jul 2026 10:00:30 Z',
    'Wed, 01 Jul 2026 12:00:30 +0200',
    'Wed, 01 Jul 2026 06:00:30 EDT',
    'Wednesday, 01-Jul-26 10:00:30 GMT',
    'Wednesday, 01-Jul-26 10:00:30',
    'Wed Jul  1 10:00:30 2026',
    '2026-07-01T10:00:30Z',
    '2026-07-01T10:00:30',
    '2026-07-01 10:00:30',
    ' 2026-07-01T10:00:30.000 ',
    '2026-07-01T12:00:30+02:00',
    '2026-07-01T05:00:30-0500',
  ])('parses %j in UTC', (text) => {
    expect(parseUtc(text)).toBe(at);
  });

  it('starts a day at midnight UTC, and rejects invalid dates', () => {
    expect(parseUtc('2026-07-01')).toBe(Date.UTC(2026, 6, 1));
    for (const text of ['', 'soon', '2026-13-01T00:00:00']) expect(parseUtc(text)).toBeNaN();
  });

  it('reads the change time of a record without a zone', () => {
    expect(changedAt({ _Timestamp: '2026-07-01T10:00:30' })).toBe(at);
  });
});
