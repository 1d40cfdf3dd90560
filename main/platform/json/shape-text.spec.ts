import { expect, it } from 'vitest';
import { z } from 'zod';
import { shapeText } from './shape-text.ts';

const schema = z.object({
  name: z.string(),
  all: z.array(z.number(), 'is no list of ours'),
  on: z.boolean(),
});

it.each([
  [{ all: [], on: true }, 'is missing'],
  [{ name: 5, all: [], on: true }, 'is a number where a text belongs'],
  [{ name: null, all: [], on: true }, 'is null where a text belongs'],
  [{ name: '', all: {}, on: true }, 'is no list of ours'],
  [{ name: '', all: ['1'], on: true }, 'is a text where a number belongs'],
  [{ name: '', all: [], on: [] }, 'is a list where true or false belongs'],
  ['', 'is a text where an object belongs'],
])('%j: %s', (value, words) => {
  expect(schema.safeParse(value).error?.issues.map(shapeText)).toEqual([words]);
});
