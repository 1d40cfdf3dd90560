import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createYielder } from '../timing/yielder.ts';
import { shapeText } from './shape-text.ts';
import { checkInChunks } from './check-in-chunks.ts';

const schema = z.looseObject({
  rows: z
    .array(z.object({ id: z.string(), tags: z.array(z.number().int()).nullish() }))
    .min(1)
    .max(5000)
    .nullish(),
  name: z.string().default('none').optional(),
});
const check = (value: unknown) => checkInChunks(schema, value, createYielder());
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, more: index }));

describe('a value validated in chunks', () => {
  it.each([
    ['large', { rows: rows(4000), other: [1] }],
    ['large inside', { rows: [{ id: 'a', tags: Array.from({ length: 9000 }, (_, index) => index) }] }],
    ['small', { rows: rows(2), name: 'a' }],
    ['without its list', { rows: null, padding: rows(3000) }],
  ])('equals the schema’s result for one that is %s', async (_what, value) => {
    expect(await check(value)).toEqual({ ok: true, value: schema.parse(value) });
  });

  it.each([
    ['a member deep inside', { rows: [...rows(3000), { id: 5 }] }],
    ['an invalid number', { rows: [{ id: 'a', tags: [...Array(9000).fill(1), 1.5] }] }],
    ['too long a list', { rows: rows(5001) }],
    ['another type', { rows: { padding: rows(5001) } }],
    ['a list instead of an object', rows(4000)],
    [
      'several members',
      { rows: [{ id: 5 }, ...rows(3000), { tags: 'none' }, { id: 'a', tags: [true] }], name: 7 },
    ],
  ])('is rejected for %s, with the paths and messages of the schema', async (_what, value) => {
    const issues = schema.safeParse(value).error?.issues ?? [];
    expect(await check(value)).toEqual({
      ok: false,
      problems: issues.map((issue) => ({ path: issue.path, message: shapeText(issue) })),
    });
  });

  it('is rejected with the first twenty of thousands of problems', async () => {
    const checked = await check({ rows: Array.from({ length: 5000 }, () => ({ id: 5 })) });
    expect(checked.ok ? [] : checked.problems.map(({ path }) => path.join('.'))).toEqual(
      Array.from({ length: 20 }, (_, index) => `rows.${index}.id`),
    );
  });

  it('yields to other work meanwhile', async () => {
    let others = 0;
    const timer = setInterval(() => (others += 1), 1);
    await checkInChunks(z.array(z.object({ id: z.string() })), rows(200_000), createYielder());
    clearInterval(timer);
    expect(others).toBeGreaterThan(1);
  });

  describe('of a discriminated union', () => {
    const request = z.discriminatedUnion('from', [
      z.strictObject({ from: z.literal('ids'), ids: z.array(z.string()).max(5000) }),
      z.strictObject({ from: z.enum(['rows', 'edits']), rows: z.array(z.object({ id: z.string() })) }),
    ]);
    const checked = (value: unknown) => checkInChunks(request, value, createYielder());

    it('equals the schema’s result', async () => {
      const value = { from: 'edits', rows: rows(4000) };
      expect(await checked(value)).toEqual({ ok: true, value: request.parse(value) });
    });

    it.each([
      ['a list that is too long', { from: 'ids', ids: Array.from({ length: 5001 }, () => 'a') }],
      ['an extra member', { from: 'rows', rows: rows(4000), ids: [] }],
      ['an unknown kind', { from: 'others', rows: rows(4000) }],
      ['no kind', { rows: rows(4000) }],
    ])('is rejected for %s, like the schema does', async (_what, value) => {
      const issues = request.safeParse(value).error?.issues ?? [];
      expect(await checked(value)).toEqual({
        ok: false,
        problems: issues.map((issue) => ({ path: issue.path, message: shapeText(issue) })),
      });
    });

    it('is validated member by member', async () => {
      let others = 0;
      const timer = setInterval(() => (others += 1), 1);
      await checked({ from: 'rows', rows: rows(200_000) });
      clearInterval(timer);
      expect(others).toBeGreaterThan(1);
    });
  });
});
