import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeProcedureCall } from './procedure-call.ts';

describe('writeProcedureCall', () => {
  it('writes texts in quotes, and numbers and booleans without', () => {
    const values = [
      ['mode', 'AllAccounts'],
      ['newcode', true],
      ['top', 10],
    ] as const;
    expect(writeProcedureCall('/lib/server/get_accounts.js', values)).toEqual({
      ok: true,
      text: "@/lib/server/get_accounts.js(mode:'AllAccounts', newcode:true, top:10)",
    });
    expect(writeProcedureCall('/lib/get_roles.js', [])).toEqual({ ok: true, text: '@/lib/get_roles.js' });
  });

  it.each([
    ["O'Brien", "holds '"],
    ['a"b', 'holds "'],
    ['a\\', 'holds \\'],
    ['a\nb', 'holds control characters'],
    ['\ud800', 'half a character'],
    [Number.NaN, 'not a number'],
    [1e21, 'not a number'],
  ])('refuses %j and says why', (value, message) => {
    const written = writeProcedureCall('/lib/x.js', [['id', value]]);
    expect(written).toMatchObject({
      ok: false,
      name: 'id',
      message: expect.stringContaining(message) as unknown,
    });
  });

  it.each(['', 'lib/x.js', '/lib/../x.js', '/lib/x.js(a:1)', '/lib/x', '/LIB/x.js ', '/lib/ x.js'])(
    'refuses the path %j',
    (path) => {
      expect(writeProcedureCall(path, [])).toMatchObject({ ok: false, name: '' });
    },
  );

  it('refuses a name that would be read as something else', () => {
    expect(writeProcedureCall('/lib/x.js', [["a:'1', b", 'x']])).toMatchObject({ ok: false });
  });

  it('lets no value out of its quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const written = writeProcedureCall('/lib/x.js', [['id', value]]);
        if (!written.ok) return;
        expect(written.text).toBe(`@/lib/x.js(id:'${value}')`);
        expect(/^[^'"\\\n\r]*$/.test(value)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
