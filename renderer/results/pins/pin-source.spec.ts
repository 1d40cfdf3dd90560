import { describe, expect, it } from 'vitest';
import { procedureSource, querySource } from './pin-source.ts';

const since = { name: 'since', type: 'date', text: '2026-11-20' } as const;
const ran = {
  text: 'SELECT * FROM Event WHERE At > :since',
  sentText: "SELECT * FROM Event WHERE At > '2026-11-20'",
};

describe('the source of a pinned chart', () => {
  it('is the query with its parameters, as long as they equal the sent ones', () => {
    expect(querySource(ran, [since, { name: 'other', type: 'text', text: 'x' }])).toEqual({
      from: 'query',
      text: ran.text,
      parameters: [since],
    });
  });

  it('is the sent call, once the entered one differs or is empty', () => {
    const asSent = { from: 'query', text: ran.sentText, parameters: [] };
    expect(querySource(ran, [{ ...since, text: '2026-11-21' }])).toEqual(asSent);
    expect(querySource(ran, [])).toEqual(asSent);
  });

  it('is the procedure with the entered call, as long as it equals the sent one', () => {
    const sent = { text: '@/lib/x.js(id:1)', sentText: '@/lib/x.js(id:1)' };
    expect(procedureSource(sent, 'x', '@/lib/x.js(id:1)', { id: '1' })).toMatchObject({
      from: 'procedure',
      procedureId: 'x',
      entered: { id: '1' },
    });
    expect(procedureSource(sent, 'x', '@/lib/x.js(id:2)', { id: '2' })).toMatchObject({ from: 'query' });
    expect(procedureSource(sent, 'x', undefined, {})).toMatchObject({ from: 'query' });
  });
});
