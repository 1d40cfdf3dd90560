import { describe, expect, it } from 'vitest';
import { complete } from './complete.ts';
import { explain } from './explain.ts';

const models = [{ name: 'event', columns: [{ name: 'user_name', type: 'STRING' }] }];

/** What is said of the name around the bar. */
function at(marked: string) {
  const offset = marked.indexOf('|');
  const source = marked.replace('|', '');
  const found = explain(source, offset, models);
  return found === undefined ? undefined : { ...found, name: source.slice(found.from, found.to) };
}

describe('what a name means', () => {
  it('shows parameters and result of a built-in, with an example that prints its stated output', () => {
    expect(at('${event.user_name?up|per_case}')).toMatchObject({
      name: 'upper_case',
      title: '?upper_case (string → string)',
      text: 'In upper case.',
      example: '${"ann"?upper_case} prints ANN',
    });
    expect(at('${event.user_name?upperCase|}')).toMatchObject({ title: '?upper_case (string → string)' });
  });

  it('covers a directive, including its end tag', () => {
    expect(at('<#l|ist users as user></#list>')).toMatchObject({
      name: 'list',
      title: '<#list … as item></#list>',
    });
    expect(at('<#list users as user></#li|st>')).toMatchObject({ name: 'list' });
  });

  it('covers variables, columns, and macros', () => {
    expect(at('${eve|nt.user_name}')).toMatchObject({ title: 'event (1 column)' });
    expect(at('${event.user|_name}')).toMatchObject({ title: 'user_name (STRING)' });
    expect(at('<#macro row></#macro><@r|ow/>')).toMatchObject({ title: '<@row>' });
  });

  it('is empty for plain text, string literals, and unknown names', () => {
    for (const marked of ['up|per_case', '${"eve|nt"}', '${event.nob|ody}', '${event ?  |}', '|', '${|'])
      expect(at(marked)).toBeUndefined();
  });

  it('covers everything that completion offers after a question mark', () => {
    const { items } = complete('${x?', 4);
    expect(items.length).toBeGreaterThan(100);
    for (const { label } of items) expect(explain(`\${x?${label}}`, 5), label).toMatchObject({ from: 4 });
  });
});
