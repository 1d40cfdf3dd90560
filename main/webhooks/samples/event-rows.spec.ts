import { describe, expect, it } from 'vitest';
import { sampleLimits } from '../../../contract/webhooks/sample-limits.ts';
import { pastEventsSchema } from '../../../contract/webhooks/samples.ts';
import { eventOfRecord, eventOfRow, pastEvents } from './event-rows.ts';

const at = 1_795_167_727_000;
const row = (changes: Readonly<Record<string, unknown>> = {}) => ({
  ID: 7,
  EventType: 'Cloud.Core.LoginFail',
  WhenOccurred: `/Date(${at})/`,
  NormalizedUser: 'zoe@acme.example',
  FailReason: null,
  Message: 'Zoë could not sign in.',
  ...changes,
});
const valuesOf = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(eventOfRow(record, { count: 0 }).columns);
const together = (events: Parameters<typeof pastEvents>[0]) =>
  pastEvents(events, { days: 7, total: events.length, cut: { count: 0 } });

describe('an Event table row', () => {
  it('becomes an event that has the names that templates use in addition to its own', () => {
    expect(eventOfRow(row(), { count: 0 })).toMatchObject({ id: '7', type: 'Cloud.Core.LoginFail', at });
    expect(valuesOf(row())).toMatchObject({
      event_id: '7',
      event_time: at,
      user_name: 'zoe@acme.example',
      reason: 'Zoë could not sign in.',
      NormalizedUser: 'zoe@acme.example',
    });
  });

  it('keeps values that the tenant names itself', () => {
    expect(valuesOf(row({ reason: 'from the tenant' }))['reason']).toBe('from the tenant');
  });

  it('handles malicious values', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const malicious = JSON.parse('{"__proto__": {"polluted": true}, "constructor": "c"}') as object;
    const cut = { count: 0 };
    const event = eventOfRow(
      {
        ...row({ Message: 'x'.repeat(sampleLimits.value + 1), deep, WhenOccurred: '/Date(1e99)/' }),
        ...malicious,
      },
      cut,
    );
    expect(event.at).toBeNull();
    expect(String(event.columns.get('reason'))).toHaveLength(sampleLimits.value);
    // How deep JSON can be written depends on the version of Node; none may write more than is stored.
    const deepest = '['.repeat(sampleLimits.value);
    expect(event.columns.get('deep')).toBeOneOf(['[nested]', deepest]);
    expect(cut.count).toBe(event.columns.get('deep') === deepest ? 2 : 1);
    expect(event.columns.get('__proto__')).toBe('{"polluted":true}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(pastEventsSchema.safeParse(together([event])).success).toBe(true);
  });
});

describe('combined events', () => {
  it('share one column order, newest first, and list the known columns of incomplete ones', () => {
    const raised = { id: 'r', event_type: 'SecurityAlert', risk_level: 'High', occurred_at: at + 1 };
    const whole = eventOfRecord({ ...raised, columns: { user_name: 'mei', latitude: 52.5 } }, { count: 0 });
    const all = together([
      eventOfRow({ EventType: 'a', WhenOccurred: `/Date(${at})/` }, { count: 0 }),
      whole,
    ]);
    expect(all.events.map(({ id, isWhole }) => [id, isWhole])).toEqual([
      ['r', true],
      ['', false],
    ]);
    expect(all.knownColumns).toEqual(['EventType', 'WhenOccurred', 'event_type', 'event_time']);
    expect(all.events[1]?.values[all.columns.indexOf('latitude')]).toBeNull();
  });

  it('are limited by number and size', () => {
    const event = (index: number, text: string) =>
      eventOfRow(row({ WhenOccurred: `/Date(${at - index})/`, Message: text }), { count: 0 });
    const many = Array.from({ length: sampleLimits.events + 5 }, (_, index) => event(index, 'm'));
    expect(together(many).events).toHaveLength(sampleLimits.events);
    const large = Array.from({ length: 900 }, (_, index) => event(index, 'x'.repeat(sampleLimits.value)));
    const stored = together(large);
    expect(stored.events.length).toBeLessThan(410);
    expect(stored.total).toBe(900);
  });
});
