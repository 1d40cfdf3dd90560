import { describe, expect, it } from 'vitest';
import { expressionsIn } from '../analysis/expression-children.ts';
import { parse } from '../engine.ts';
import { TemplateError } from '../errors/template-error.ts';
import { render } from '../engine.ts';

/** The identifiers of a template with what is written at their places. */
function identifiers(template: string): readonly (readonly [name: string, written: string])[] {
  const { root } = parse(template);
  return [...expressionsIn(root)].flatMap(({ expression }) =>
    expression.type === 'identifier'
      ? [[expression.name, template.slice(expression.start, expression.end)] as const]
      : [],
  );
}

/** An expression inside of a literal, written as the content of a literal with the quote. */
const quoted = (content: string, quote: string): string =>
  quote +
  content.replace(/[\\\n\t]|["']/g, (c) => (c === quote || c === '\\' ? `\\${c}` : escapeOf(c))) +
  quote;
const escapeOf = (c: string): string => (c === '\n' ? '\\n' : c === '\t' ? '\\t' : c);

describe('places inside of string literals', () => {
  it.each([
    ['without escapes', '${"a ${inner} b"}'],
    ['behind an escape', '${"\\n\\x41 ${inner} b"}'],
    ['in a literal without escapes inside of one with them', '${"\\n${user!\'by ${inner}\'}"}'],
    ['in a literal whose quotes are escaped', '${"${\\"a ${inner} b\\"}"}'],
    ['in the arguments of a call', '<@f t="\\t${user!\'by ${inner}\'}"/>'],
  ])('are those in the template: %s', (_case, template) => {
    const found = identifiers(template);
    expect(found.some(([name]) => name === 'inner')).toBe(true);
    for (const [name, written] of found) expect(written).toBe(name);
  });

  it('are those in the template at every depth of nesting', () => {
    let expression = 'inner';
    for (let depth = 0; depth < 6; depth++) {
      expression = quoted(`line\n\t${depth} \${x${depth}!}\${${expression}}`, depth % 2 === 0 ? '"' : "'");
      const found = identifiers(`<#assign y = ${expression}>`);
      expect(found).toHaveLength(depth + 2);
      for (const [name, written] of found) expect(written).toBe(name);
      expect(render(`\${${expression}}`, { inner: 'v' })).toMatch(/v$/);
    }
  });

  it('of errors are counted in the decoded text, as in the original', () => {
    const fail = (): string => render('${"\\n${\'${nope}\'}"}');
    expect(fail).toThrow(TemplateError);
    expect(fail).toThrow(expect.objectContaining({ line: 2, column: 6, blamed: 'nope', start: 10, end: 14 }));
  });
});
