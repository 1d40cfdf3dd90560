import { describe, expect, it } from 'vitest';
import { diagnose } from '../src/diagnostics/index.ts';
import { formatTemplate } from '../src/format/index.ts';
import { render, type Value } from '../src/index.ts';
import { rename } from '../src/rename/index.ts';
import { toolCases } from './tool-case.ts';

describe('templates of the public, written anew', () => {
  it.each(toolCases('format-false-refusal'))(
    'are formatted, and stay as they are then: $id',
    ({ template }) => {
      const answer = formatTemplate(template);
      expect(answer).not.toHaveProperty('refusal');
      if ('refusal' in answer) return;
      expect(formatTemplate(answer.formatted)).toHaveProperty('formatted', answer.formatted);
    },
  );

  it.each(toolCases('rename-changes-meaning'))(
    'keep what they print when a name is changed, or say why it is not: $id',
    ({ template, offset = 0, to = '', model = {} }) => {
      const answer = rename(template, offset, to);
      if ('refusal' in answer) {
        expect(answer.refusal).toMatch(/before it is assigned/);
        return;
      }
      let renamed = template;
      for (const { start, end, text } of answer.edits.toReversed())
        renamed = renamed.slice(0, start) + text + renamed.slice(end);
      expect(render(renamed, model as Value)).toBe(render(template, model as Value));
    },
  );

  const lint = [
    ...['lint-inside-escape', 'lint-loop-companions', 'lint-escaped-elsewhere'],
    ...['lint-guarded-names', 'lint-false-json-error'],
  ];
  it.each(lint.flatMap(toolCases))(
    'that are right are not warned about: $id',
    ({ template, model, contentType = '' }) => {
      const told = diagnose(template, { model, contentType }).filter(({ severity }) => severity !== 'info');
      expect(told).toEqual([]);
    },
  );
});
