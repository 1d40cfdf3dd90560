import { describe, expect, it } from 'vitest';
import { completeQuery } from './query-completion.ts';

const tables = [
  { name: 'Role', columns: [{ name: 'Name', type: 'text' }] },
  { name: 'Event', columns: [{ name: 'WhenOccurred', type: 'date' }] },
];

function complete(text: string, explicit = false) {
  return completeQuery({ text, position: text.length, explicit }, tables);
}

describe('completion of a query', () => {
  it('offers the columns of a table after its dot, and nothing after an unknown one', () => {
    expect(complete('select Role.')).toEqual({
      from: 12,
      options: [{ label: 'Name', detail: 'Role · text', boost: 10 }],
    });
    expect(complete('select x.')).toBeUndefined();
  });

  it('prefers tables after FROM and columns of the named tables elsewhere', () => {
    const best = (text: string) =>
      complete(text)?.options.toSorted((a, b) => (b.boost ?? 0) - (a.boost ?? 0))[0]?.label;
    expect(best('select * from E')).toBe('Role');
    expect(best('select * from Event where W')).toBe('WhenOccurred');
  });

  it('stays silent between words unless asked', () => {
    expect(complete('select ')).toBeUndefined();
    expect(complete('select ', true)?.options.length).toBeGreaterThan(10);
  });
});
