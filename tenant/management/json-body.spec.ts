import { describe, expect, it } from 'vitest';
import { MAX_JSON_DEPTH, parseJsonBody } from './json-body.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a request body', () => {
  it('may be empty', () => {
    expect(parseJsonBody('')).toEqual({ ok: true, value: undefined });
    expect(parseJsonBody(' \n')).toEqual({ ok: true, value: undefined });
  });

  it('is rejected if it is invalid JSON or nested too deeply', () => {
    expect(parseJsonBody('{"a":')).toMatchObject({ ok: false, errorId: 'InvalidJson' });
    expect(parseJsonBody(nested(MAX_JSON_DEPTH)).ok).toBe(true);
    expect(parseJsonBody(nested(MAX_JSON_DEPTH + 1))).toMatchObject({ ok: false, errorId: 'JsonTooDeep' });
    expect(parseJsonBody('['.repeat(1_000_000))).toMatchObject({ ok: false, errorId: 'JsonTooDeep' });
  });

  it('may have unquoted keys, as in client samples', () => {
    expect(parseJsonBody(`{ Script: "Select ID from Role", Args: { PageSize: 1, } }`)).toEqual({
      ok: true,
      value: { Script: 'Select ID from Role', Args: { PageSize: 1 } },
    });
    const hidden = `{a: '"', b: ${nested(MAX_JSON_DEPTH + 1)}}`;
    expect(parseJsonBody(hidden)).toMatchObject({ ok: false });
    expect(parseJsonBody(`{a: ${'['.repeat(100_000)}${']'.repeat(100_000)}}`).ok).toBe(false);
    expect(parseJsonBody('{__proto__: {admin: true}, a: 1}')).toEqual({ ok: true, value: { a: 1 } });
    expect(parseJsonBody('Infinity')).toMatchObject({ ok: true, value: null });
  });

  it('ignores brackets inside strings', () => {
    expect(parseJsonBody(JSON.stringify({ a: '['.repeat(500) + '\\"' })).ok).toBe(true);
  });

  it('drops a member that would become a prototype', () => {
    const body = parseJsonBody('{"__proto__":{"admin":true},"a":1}');
    expect(body).toEqual({ ok: true, value: { a: 1 } });
  });
});
