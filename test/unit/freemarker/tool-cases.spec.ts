import { describe, expect, it } from 'vitest';
import { formatTemplate } from '../../../languages/freemarker/format/index.ts';
import { toolCases } from '../../conformance/tool-case.ts';

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
});
