import { expect, it } from 'vitest';
import { lineOf, runText } from './run-text.ts';

const run = {
  id: '1',
  text: '',
  parameters: [],
  ranAt: 0,
  durationMs: 84.2,
  rowCount: 12,
  errorMessage: null,
};

it('says how many rows came and how long the tenant took', () => {
  expect(runText(run)).toBe('12 rows in 84 ms');
  expect(runText({ ...run, rowCount: 1, durationMs: 1234 })).toBe('1 row in 1.23 s');
  expect(runText({ ...run, rowCount: null })).toBe('ran for 84 ms');
});

it('says why a run failed, and what had come before', () => {
  const failed = { ...run, errorMessage: 'The connection was lost.' };
  expect(runText({ ...failed, rowCount: null })).toBe('The connection was lost. (84 ms)');
  expect(runText({ ...failed, rowCount: 2000 })).toBe('2,000 rows, then: The connection was lost. (84 ms)');
});

it('puts a text in one line', () => {
  expect(lineOf('  SELECT *\n\tFROM Role ')).toBe('SELECT * FROM Role');
});
