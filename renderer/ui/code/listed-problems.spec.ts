import { describe, expect, it } from 'vitest';
import type { CodeDiagnostic } from './code-diagnostic.ts';
import { listedProblems, nextProblem } from './listed-problems.ts';

const at = (from: number, severity: CodeDiagnostic['severity']): CodeDiagnostic => ({
  from,
  to: from + 1,
  severity,
  message: `${severity} at ${from}`,
});
const listed = (text: string, ...problems: readonly CodeDiagnostic[]) =>
  listedProblems(text, problems).map(
    ({ problem, line, column }) => `${problem.message}, line ${line}, column ${column}`,
  );

describe('the problems of a text', () => {
  const text = 'one\ntwo\n\nfour';

  it('are sorted worst first, and equally bad ones in the order of the text', () => {
    expect(listed(text, at(12, 'error'), at(0, 'info'), at(5, 'warning'), at(2, 'error'))).toEqual([
      'error at 2, line 1, column 3',
      'error at 12, line 4, column 4',
      'warning at 5, line 2, column 2',
      'info at 0, line 1, column 1',
    ]);
  });

  it('are placed at the end of a line, on an empty line and behind the text', () => {
    expect(listed(text, at(3, 'error'), at(8, 'error'), at(13, 'error'))).toEqual([
      'error at 3, line 1, column 4',
      'error at 8, line 3, column 1',
      'error at 13, line 4, column 5',
    ]);
  });

  it('continue after the cursor, and from the last to the first', () => {
    const problems = [at(12, 'error'), at(0, 'info'), at(5, 'warning')];
    expect(nextProblem(problems, 0)?.message).toBe('warning at 5');
    expect(nextProblem(problems, 7)?.message).toBe('error at 12');
    expect(nextProblem(problems, 12)?.message).toBe('info at 0');
    expect(nextProblem([], 12)).toBeUndefined();
  });
});
