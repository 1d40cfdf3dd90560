import { expect, it } from 'vitest';
import { render } from '../engine.ts';
import { DIRECTIVE_DOCS } from './directive-docs.ts';
import { DIRECTIVE_EXAMPLES } from './directive-examples.ts';
import { explain } from './explain.ts';

it.each(Object.entries(DIRECTIVE_EXAMPLES))('the example of #%s prints what it says', (name, example) => {
  expect(DIRECTIVE_DOCS.map((doc) => doc.name)).toContain(name);
  expect(example.template).toContain(`<#${name}`);
  expect(render(example.template)).toBe(example.output);
});

it('of a directive is part of its documentation', () => {
  expect(explain('<#sep>', 3)?.example).toBe('<#list [1, 2] as x>${x}<#sep>, </#sep></#list> prints 1, 2');
  expect(explain('<#include "a">', 4)?.example).toBe('');
});
