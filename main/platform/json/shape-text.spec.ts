import { expect, it } from 'vitest';
import { z } from 'zod';
import { shapeText } from './shape-text.ts';

const schema = z.object({
  name: z.string(),
  all: z.array(z.number(), 'is not our list'),
  on: z.boolean(),
});

it.each([
  [{ all: [], on: true }, 'is missing'],
  [{ name: 5, all: [], on: true }, 'is a number, expected a string'],
  [{ name: null, all: [], on: true }, 'is null, expected a string'],
  [{ name: '', all: {}, on: true }, 'is not our list'],
  [{ name: '', all: ['1'], on: true }, 'is a string, expected a number'],
  [{ name: '', all: [], on: [] }, 'is a list, expected true or false'],
  ['', 'is a string, expected an object'],
])('%j: %s', (value, message) => {
  expect(schema.safeParse(value).error?.issues.map(shapeText)).toEqual([message]);
});
