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

describe('a value that is checked in turns', () => {
  it.each([
    ['large', { rows: rows(4000), other: [1] }],
    ['large inside', { rows: [{ id: 'a', tags: Array.from({ length: 9000 }, (_, index) => index) }] }],
    ['small', { rows: rows(2), name: 'a' }],
    ['without its list', { rows: null, padding: rows(3000) }],
  ])('is what the schema gives for one that is %s', async (_what, value) => {
    expect(await check(value)).toEqual({ ok: true, value: schema.parse(value) });
  });

  it.each([
    ['a member deep inside', { rows: [...rows(3000), { id: 5 }] }],
    ['a number that is none', { rows: [{ id: 'a', tags: [...Array(9000).fill(1), 1.5] }] }],
    ['too long a list', { rows: rows(5001) }],
    ['another type', { rows: { padding: rows(5001) } }],
    ['nothing of an object', rows(4000)],
    [
      'members here and there',
      { rows: [{ id: 5 }, ...rows(3000), { tags: 'none' }, { id: 'a', tags: [true] }], name: 7 },
    ],
  ])('is refused for %s, at the places and with the words of the schema', async (_what, value) => {
    const issues = schema.safeParse(value).error?.issues ?? [];
    expect(await check(value)).toEqual({
      ok: false,
      problems: issues.map((issue) => ({ path: issue.path, message: shapeText(issue) })),
    });
  });

  it('is refused with the first twenty places where there are thousands', async () => {
    const checked = await check({ rows: Array.from({ length: 5000 }, () => ({ id: 5 })) });
    expect(checked.ok ? [] : checked.problems.map(({ path }) => path.join('.'))).toEqual(
      Array.from({ length: 20 }, (_, index) => `rows.${index}.id`),
    );
  });

  it('lets everybody else have a turn meanwhile', async () => {
    let others = 0;
    const timer = setInterval(() => (others += 1), 1);
    await checkInChunks(z.array(z.object({ id: z.string() })), rows(200_000), createYielder());
    clearInterval(timer);
    expect(others).toBeGreaterThan(1);
  });

  describe('of a union that a member tells apart', () => {
    const request = z.discriminatedUnion('from', [
      z.strictObject({ from: z.literal('ids'), ids: z.array(z.string()).max(5000) }),
      z.strictObject({ from: z.enum(['rows', 'edits']), rows: z.array(z.object({ id: z.string() })) }),
    ]);
    const checked = (value: unknown) => checkInChunks(request, value, createYielder());

    it('is what the schema gives', async () => {
      const value = { from: 'edits', rows: rows(4000) };
      expect(await checked(value)).toEqual({ ok: true, value: request.parse(value) });
    });

    it.each([
      ['a list that is too long', { from: 'ids', ids: Array.from({ length: 5001 }, () => 'a') }],
      ['another member', { from: 'rows', rows: rows(4000), ids: [] }],
      ['none of its kinds', { from: 'others', rows: rows(4000) }],
      ['no kind', { rows: rows(4000) }],
    ])('is refused for %s, as the schema refuses it', async (_what, value) => {
      const issues = request.safeParse(value).error?.issues ?? [];
      expect(await checked(value)).toEqual({
        ok: false,
        problems: issues.map((issue) => ({ path: issue.path, message: shapeText(issue) })),
      });
    });

    it('is checked member by member', async () => {
      let others = 0;
      const timer = setInterval(() => (others += 1), 1);
      await checked({ from: 'rows', rows: rows(200_000) });
      clearInterval(timer);
      expect(others).toBeGreaterThan(1);
    });
  });
});
