import { describe, expect, it } from 'vitest';
import { diagnose } from '../src/diagnostics/index.ts';
import { formatTemplate } from '../src/format/index.ts';
import { render, type Value } from '../src/index.ts';
import { rename } from '../src/rename/index.ts';
import { toolCases } from './tool-case.ts';

describe('rewritten public templates', () => {
  it.each(toolCases('format-false-refusal'))(
    'are formatted, and stay as they are then: $id',
    ({ template }) => {
      const result = formatTemplate(template);
      expect(result).not.toHaveProperty('rejection');
      if ('rejection' in result) return;
      expect(formatTemplate(result.formatted)).toHaveProperty('formatted', result.formatted);
    },
  );

  it.each(toolCases('rename-changes-meaning'))(
    'print the same after a rename, or give the reason why it is rejected: $id',
    ({ template, offset = 0, to = '', model = {} }) => {
      const result = rename(template, offset, to);
      if ('rejection' in result) {
        expect(result.rejection).toMatch(/before it is assigned/);
        return;
      }
      let renamed = template;
      for (const { start, end, text } of result.edits.toReversed())
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
      const found = diagnose(template, { model, contentType }).filter(({ severity }) => severity !== 'info');
      expect(found).toEqual([]);
    },
  );
});
