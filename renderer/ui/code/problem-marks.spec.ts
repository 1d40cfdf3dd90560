import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markNear, problemMarks } from './problem-marks.ts';

const severity = fc.constantFrom('error' as const, 'warning' as const, 'info' as const);
const placed = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), severity, from: fc.nat() });

it('places each problem where it is in the text', () => {
  const problems = [
    { at: 0, severity: 'warning' as const, from: 0 },
    { at: 0.5, severity: 'error' as const, from: 50 },
    { at: 1, severity: 'info' as const, from: 100 },
  ];
  expect(problemMarks(problems, 400).map(({ top, from }) => [top, from])).toEqual([
    [0, 0],
    [200, 50],
    [396, 100],
  ]);
});

it('has one mark for overlapping problems, with the worst severity', () => {
  const problems = [
    { at: 0.5, severity: 'info' as const, from: 1 },
    { at: 0.5, severity: 'error' as const, from: 2 },
    { at: 0.501, severity: 'warning' as const, from: 3 },
  ];
  expect(problemMarks(problems, 100)).toMatchObject([{ severity: 'error', from: 2 }]);
});

it('never exceeds the available height, and shows every severity', () => {
  fc.assert(
    fc.property(
      fc.array(placed, { maxLength: 500 }),
      fc.integer({ min: 0, max: 900 }),
      (problems, height) => {
        const marks = problemMarks(problems, height);
        expect(marks.length).toBeLessThanOrEqual(Math.max(1, Math.floor(height / 4)));
        expect(marks.every(({ top }) => top >= 0 && top <= Math.max(0, height - 4))).toBe(true);
        expect(marks.some((mark) => mark.severity === 'error')).toBe(
          problems.some((problem) => problem.severity === 'error'),
        );
        expect(marks.length > 0).toBe(problems.length > 0);
      },
    ),
  );
});

it('takes a click for the nearest mark, and far from all for none', () => {
  const marks = problemMarks(
    [
      { at: 0.1, severity: 'error', from: 1 },
      { at: 0.5, severity: 'error', from: 2 },
    ],
    400,
  );
  expect(markNear(marks, 44)?.from).toBe(1);
  expect(markNear(marks, 196)?.from).toBe(2);
  expect(markNear(marks, 120)).toBeUndefined();
});
