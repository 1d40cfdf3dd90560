import { describe, expect, it } from 'vitest';
import { diagnose } from './index.ts';
import type { DiagnoseOptions } from './index.ts';

const contentType = 'application/json';

/** What is offered for a template, as the template is with each fix. */
function offered(template: string, options: DiagnoseOptions): readonly string[] {
  return diagnose(template, { contentType, ...options }).flatMap(({ fixes }) =>
    fixes.map(({ edits }) =>
      edits
        .toSorted((a, b) => b.start - a.start)
        .reduce(
          (text, { start, end, text: insert }) => text.slice(0, start) + insert + text.slice(end),
          template,
        ),
    ),
  );
}

describe('quick fixes', () => {
  it('are offered if they fix something that the data can break', () => {
    expect(offered('{"a":"${user_name}"}', { model: { user_name: 'zoe' } })).toEqual([
      '{"a":"${user_name?json_string}"}',
    ]);
    expect(offered('{"a":"${user_name}"}', {})).toEqual(['{"a":"${user_name?json_string}"}']);
  });

  it('are offered for a name that is missing, and not where its absence is provided for', () => {
    const model = { user_name: 'zoe' };
    expect(offered('{"a":"${user_nam?json_string}"}', { model })).toEqual([
      '{"a":"${user_name?json_string}"}',
    ]);
    expect(offered('{"a":"${(user_nam!"-")?json_string}"}', { model })).toEqual([]);
  });

  it('are not offered where they would escape twice, though it cannot be seen that it was escaped', () => {
    const escaped = '<#assign f = {"g": user_name?json_string}><#assign h = f + {"g": f.g}>';
    expect(offered(`${escaped}{"a":"\${h["g"]}"}`, { model: { user_name: 'zoe' } })).toEqual([]);
  });

  it('may ungroup digits, and change nothing else of a number', () => {
    expect(offered('{"a":${n}}', { model: { n: 1234 } })).toEqual(['{"a":${n?c}}']);
    expect(offered('{"a":"${n}"}', { model: { n: 1234 } })).toEqual(['{"a":"${n?c}"}']);
  });

  it('change no rendering that was right, whatever else may be meant', () => {
    const data = { contentType: 'text/plain', model: { x: 5, isOpen: true } };
    expect(offered('${x!0 + 1}', data)).toEqual(['${x!(0 + 1)}']);
    expect(offered('<#if isOpen > 1>a</#if>', data)).toEqual([]);
    // Without the name both are the same.
    expect(offered('${(y!0 + 1)?c}', { ...data, variables: [] })).toEqual([
      '${(y!(0 + 1))?c}',
      '${((y!0) + 1)?c}',
    ]);
  });

  it('are tried separately for each place if many are offered', () => {
    const many = Array.from({ length: 8 }, (_, i) => `"k${i}":"\${user_name}"`).join(',');
    expect(offered(`{${many}}`, { model: { user_name: 'zoe' } })).toHaveLength(8);
  });

  it('are offered in a long template as well, and none that breaks it', () => {
    const members = Array.from(
      { length: 1500 },
      (_, i) => `  "key_number_${i}": "\${user_name}", "n${i}": \${n}`,
    );
    const long = `{${members.join(',\n')}}`;
    expect(long.length).toBeGreaterThan(60_000);
    const model = { user_name: 'zoe', n: 3 };
    const fixable = (template: string) =>
      diagnose(template, { contentType, model }).filter(({ fixes }) => fixes.length > 0).length;
    expect(fixable(long)).toBe(3000);
    const escaped = '<#assign f = {"g": user_name?json_string}><#assign h = f + {"g": f.g}>';
    const withBadOne = `${escaped}{"a":"\${h["g"]}"}`;
    expect(fixable(`${withBadOne}<#-- ${' '.repeat(70_000)} -->`)).toBe(0);
  });
});
