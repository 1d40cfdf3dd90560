import { expect, it } from 'vitest';
import { handleTrace } from '../template/handle-template-request.ts';
import { linesOfPlace, placesOfLine } from './part-lines.ts';

const template = `<#assign name = event.user_name>
{
  "text": "Hello \${name}",
  "fields": [<#list ['a', 'b'] as each>"\${each}"<#sep>, </#list>]
}
`;
const sample = { id: 's', name: 'Sample', columns: { user_name: 'Zoë' } };
const ranges = handleTrace({ kind: 'trace', source: template, sample }).result?.ranges ?? [];
const output = `{
  "text": "Hello Zoë",
  "fields": ["a", "b"]
}
`;
const rendering = { template, output, ranges };
const placeOf = (text: string) => ({ from: output.indexOf(text), to: output.indexOf(text) + text.length });

it('finds the line that prints a part of the message', () => {
  expect(linesOfPlace(rendering, placeOf('"Hello Zoë"'))).toEqual([3]);
  expect(linesOfPlace(rendering, placeOf('"b"'))).toEqual([4]);
  expect(linesOfPlace(rendering, { from: 9000, to: 9001 })).toEqual([]);
});

it('finds everything that a line prints', () => {
  const places = placesOfLine(rendering, template.indexOf('Hello'));
  expect(places.map(({ from, to }) => output.slice(from, to)).join('')).toBe('  "text": "Hello Zoë",');
  expect(placesOfLine(rendering, 3)).toEqual([]);
});
