import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isArgumentName, readProcedureCall, writeProcedureCall } from './procedure-call.ts';

describe('writeProcedureCall', () => {
  it('quotes strings, and leaves numbers and booleans unquoted', () => {
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
    ["O'Brien", "contains '"],
    ['a"b', 'contains "'],
    ['a\\', 'contains \\'],
    ['a\nb', 'contains control characters'],
    ['\ud800', 'invalid character'],
    [Number.NaN, 'not a number'],
    [1e21, 'not a number'],
  ])('rejects %j with a reason', (value, message) => {
    const written = writeProcedureCall('/lib/x.js', [['id', value]]);
    expect(written).toMatchObject({
      ok: false,
      name: 'id',
      message: expect.stringContaining(message) as unknown,
    });
  });

  it.each(['', 'lib/x.js', '/lib/../x.js', '/lib/x.js(a:1)', '/lib/x', '/LIB/x.js ', '/lib/ x.js'])(
    'rejects the path %j',
    (path) => {
      expect(writeProcedureCall(path, [])).toMatchObject({ ok: false, name: '' });
    },
  );

  it('rejects a name that would be parsed differently', () => {
    expect(writeProcedureCall('/lib/x.js', [["a:'1', b", 'x']])).toMatchObject({ ok: false });
  });

  it('keeps every value inside its quotes', () => {
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

describe('readProcedureCall', () => {
  it.each([
    ["@/lib/server/get_accounts.js(mode:'AllAccounts', newcode:true, top:10)"],
    ['/lib/server/get_accounts.js ( mode : "AllAccounts" ,newcode:true,top:10 ) ;'],
  ])('reads %s', (text) => {
    expect(readProcedureCall(text)).toEqual({
      ok: true,
      path: '/lib/server/get_accounts.js',
      values: [
        ['mode', 'AllAccounts'],
        ['newcode', true],
        ['top', 10],
      ],
    });
  });

  it.each([
    ['', 'Enter a file'],
    ['select 1', 'Enter a file'],
    ['/lib/../x.js', 'Enter a file'],
    ['@/lib/x.js(id:1', 'Enter a file'],
    ['@/lib/x.js(id)', '“id” is not a valid argument'],
    ["@/lib/x.js(id:'O'Brien')", 'is not a valid argument'],
    ["@/lib/x.js(id:'a'), b:'c'", 'Enter a file'],
    ['@/lib/x.js(id:1,, b:2)', 'is not a valid argument'],
    ['@/lib/x.js(id:1, id:2)', 'Duplicate argument id'],
  ])('rejects %j with a reason', (text, message) => {
    expect(readProcedureCall(text)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message) as unknown,
    });
  });

  it('parses exactly the written arguments: none escapes its quotes and becomes another', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom("'", '"', '\\', ',', ':', '(', ')', 'a', ' ') }),
      fc.boolean(),
      fc.integer(),
    );
    const name = fc.stringMatching(/^[a-z_]\w{0,5}$/);
    const given = fc.uniqueArray(fc.tuple(name, value), { maxLength: 4, selector: ([of]) => of });
    fc.assert(
      fc.property(given, (values) => {
        const written = writeProcedureCall('/lib/a/b.js', values);
        if (!written.ok) return;
        expect(readProcedureCall(written.text)).toEqual({ ok: true, path: '/lib/a/b.js', values });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('isArgumentName', () => {
  it.each(['id', 'RequestedOptions.StartTime', '_a1'])('accepts %j', (name) => {
    expect(isArgumentName(name)).toBe(true);
  });
  it.each(['', '1a', 'a.', '.a', 'a b', "a:'x'", 'ä'])('rejects %j', (name) => {
    expect(isArgumentName(name)).toBe(false);
  });
});
