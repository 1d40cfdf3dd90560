import { expect, it } from 'vitest';
import { inspectedCell } from './inspected-cell.ts';

it.each([
  [null, 'null', ''],
  ['', 'text', ''],
  ['12', 'text', '12'],
  [12, 'number', '12'],
  [false, 'boolean', 'false'],
  ['{"a":[1]}', 'JSON', '{\n  "a": [\n    1\n  ]\n}'],
  ['{a}', 'text', '{a}'],
  ['2026-11-20T22:14:07.000Z', 'moment', '2026-11-20T22:14:07.000Z'],
  ['2026-99-20T22:14:07.000Z', 'text', '2026-99-20T22:14:07.000Z'],
] as const)('shows %j as %s', (value, kind, text) => {
  expect(inspectedCell(value)).toMatchObject({ kind, text });
});
