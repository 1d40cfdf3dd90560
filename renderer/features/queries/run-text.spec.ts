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

it('shows the number of rows and the duration', () => {
  expect(runText(run)).toBe('12 rows in 84 ms');
  expect(runText({ ...run, rowCount: 1, durationMs: 1234 })).toBe('1 row in 1.23 s');
  expect(runText({ ...run, rowCount: null })).toBe('ran for 84 ms');
});

it('shows why a run failed, and the rows before that', () => {
  const failed = { ...run, errorMessage: 'The connection was lost.' };
  expect(runText({ ...failed, rowCount: null })).toBe('The connection was lost. (84 ms)');
  expect(runText({ ...failed, rowCount: 2000 })).toBe('2,000 rows, then: The connection was lost. (84 ms)');
});

it('joins a text to one line', () => {
  expect(lineOf('  SELECT *\n\tFROM Role ')).toBe('SELECT * FROM Role');
});
