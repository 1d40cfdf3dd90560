import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatQuery } from './format-query.ts';

describe('formatting a query', () => {
  it('puts each clause on its own line, without changing its words', async () => {
    const text =
      "select Name,DateFunc('now','-7') from Event where WhenOccurred > :since and Name in (:users)";
    expect(await formatQuery(text)).toEqual({
      ok: true,
      text: `select
  Name,
  DateFunc('now', '-7')
from
  Event
where
  WhenOccurred > :since
  and Name in (:users)`,
    });
  });

  it('changes nothing when formatted again', async () => {
    const once = await formatQuery(
      "SELECT CASE WHEN a = 'x  y' THEN 1 END FROM t -- why\nWHERE b = 1; SELECT 2",
    );
    expect(once.ok && (await formatQuery(once.text))).toEqual(once);
  });

  it.each(['@/lib/all_roles.js', '@@Web Applications'])(
    'rejects %s, which names a procedure',
    async (text) => {
      expect(await formatQuery(text)).toMatchObject({
        ok: false,
        message: "Procedures can't be formatted.",
      });
    },
  );

  it("rejects a query that can't be parsed, with the position", async () => {
    expect(await formatQuery("select a\nfrom t where 'x")).toEqual({
      ok: false,
      message: 'Line 2, column 14: the query can’t be parsed here and wasn’t formatted.',
    });
  });

  it('changes no value', async () => {
    const literal = fc.string().map((text) => `'${text.replaceAll("'", "''")}'`);
    await fc.assert(
      fc.asyncProperty(fc.array(literal, { minLength: 1, maxLength: 4 }), async (literals) => {
        const formatted = await formatQuery(`select ${literals.join(',')} from t`);
        if (!formatted.ok) return;
        for (const one of literals) expect(formatted.text).toContain(one);
      }),
    );
  });
});
