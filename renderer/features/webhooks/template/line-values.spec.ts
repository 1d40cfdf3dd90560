import { expect, it } from 'vitest';
import { sampleEvents } from './sample-events.ts';
import { handleTrace } from './handle-template-request.ts';
import { lineValuesOf, shortened } from './line-values.ts';

/** What is shown after each line of a template for the first sample event. */
function shown(...lines: readonly string[]): readonly string[] {
  const source = lines.join('\n');
  const { result } = handleTrace({ kind: 'trace', source, sample: sampleEvents[0] });
  return lineValuesOf(source, result?.values ?? []).map(({ line, text }) => `${line}: ${text}`);
}

it('shows what a line prints, assigns, and passes to a macro', () => {
  expect(
    shown(
      '<#macro field title value>',
      '"${title}": "${value}"',
      '</#macro>',
      "<#assign high = intel_risk_level == 'High' color = 'red'>",
      '<@field "User" event.user_name/>',
      '"${intel_risk_level}" by "${event.user_name}"',
    ),
  ).toEqual(['4: true', "5: zoe.o'brien@acme.example", "6: High · zoe.o'brien@acme.example"]);
});

it('shows the first value of a list, and that others follow', () => {
  expect(shown('<#list [1, 2] as one>', '${one}', '</#list>', '${2}')).toEqual(['2: 1, …', '4: 2']);
});

it('shows nothing after a line that prints nothing', () => {
  expect(shown('${""}', '<#assign xs = [1]>', 'text', '')).toEqual([]);
});

it('places a value that spans lines after the last of them', () => {
  expect(shown('${', '1 + 2', '}', '${4}')).toEqual(['3: 3', '4: 4']);
});

it('shows a value on one line, cut between characters', () => {
  expect(shortened('  one\r\n two\t')).toBe('one two');
  expect(shortened('é'.repeat(60))).toBe('é'.repeat(60));
  expect(shortened('🦉'.repeat(61))).toBe(`${'🦉'.repeat(60)}…`);
});
