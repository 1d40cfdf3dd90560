import { describe, expect, it } from 'vitest';
import { fixAllLabel, linesAround } from './edge-case-labels.ts';

describe('the lines around a position', () => {
  it('are numbered as in the whole text, with the column of the position', () => {
    const text = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join('\n');
    const lines = linesAround(text, 20, 3);
    expect([lines[0]?.number, lines.at(-1)?.number]).toEqual([8, 32]);
    expect(lines.find(({ at }) => at !== undefined)).toEqual({ number: 20, text: 'line 20', at: 3 });
  });

  it('show the position in a line that is too long to show', () => {
    const [line] = linesAround(`${'a'.repeat(5000)}"${'b'.repeat(5000)}`, 1, 5001);
    expect(line?.text.length).toBeLessThan(250);
    expect(line?.text[(line.at ?? 0) - 1]).toBe('"');
  });
});

describe('the button that applies all fixes', () => {
  const tried = (id: string, worst: 'broken' | 'error' | 'differs' | 'fine') => ({ edgeCase: { id }, worst });
  const all = [
    tried('quote', 'broken'),
    tried('empty', 'error'),
    tried('long', 'differs'),
    tried('plain', 'fine'),
  ];

  it('shows how many of the breaking edge cases it fixes', () => {
    expect(fixAllLabel(all, [{ edgeCaseIds: ['quote', 'empty'] }])).toBe('Fix all 2');
    expect(fixAllLabel(all, [{ edgeCaseIds: ['quote'] }, { edgeCaseIds: ['quote', 'long'] }])).toBe(
      'Fix 1 of 2',
    );
  });

  it('shows no count if nothing breaks the template', () => {
    expect(fixAllLabel([tried('long', 'differs')], [{ edgeCaseIds: ['long'] }])).toBe('Fix all');
  });
});
