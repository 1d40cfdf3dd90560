import type { Element } from '../../ast/elements.ts';
import type { Expression } from '../../ast/expressions.ts';
import { conventionOf, toSnakeCase } from '../../lexer/naming-convention.ts';
import { T } from '../../lexer/token.ts';
import { isKnownSetting } from '../../runtime/setting-names.ts';
import { parseExpression } from '../expressions.ts';
import type { Parser } from '../parser.ts';
import { looseEnd } from './directive.ts';

export function parseInclude(p: Parser): Element {
  const open = p.take();
  const name = parseExpression(p);
  p.accept(T.SEMICOLON);
  const options: { parse?: Expression; encoding?: Expression; ignoreMissing?: Expression } = {};
  for (let key = p.accept(T.ID); key !== undefined; key = p.accept(T.ID)) {
    p.expect(T.EQUALS, '"="');
    const value = parseExpression(p);
    const lower = key.image.toLowerCase();
    if (lower === 'parse') options.parse = value;
    else if (lower === 'encoding') options.encoding = value;
    else if (lower === 'ignore_missing' || key.image === 'ignoreMissing') {
      p.lexer.checkNamingConvention(key, conventionOf(key.image));
      options.ignoreMissing = value;
    } else {
      p.fail(
        `Unsupported named #include parameter: "${key.image}". Supported parameters are: "parse", "encoding", ` +
          '"ignore_missing".',
        key,
      );
    }
  }
  const { end } = looseEnd(p);
  return {
    type: 'include',
    source: p.source,
    start: open.start,
    end,
    children: [],
    name,
    encoding: options.encoding,
    parse: options.parse,
    ignoreMissing: options.ignoreMissing,
  };
}

export function parseImport(p: Parser): Element {
  const open = p.take();
  const name = parseExpression(p);
  p.expect(T.AS, '"as"');
  const variable = p.expect(T.ID, 'the name of the namespace').image;
  const { end } = looseEnd(p);
  return { type: 'import', source: p.source, start: open.start, end, children: [], name, variable };
}

export function parseSetting(p: Parser): Element {
  const open = p.take();
  const key = p.expect(T.ID, 'the name of a setting');
  p.expect(T.EQUALS, '"="');
  const value = parseExpression(p);
  const { end } = looseEnd(p);
  p.lexer.checkNamingConvention(key, conventionOf(key.image));
  const name = toSnakeCase(key.image);
  if (!isKnownSetting(key.image, p.settings.version)) {
    p.fail(`The setting name is not recognized, or can't be set in a template: "${key.image}".`, key);
  }
  return {
    type: 'setting',
    source: p.source,
    start: open.start,
    end,
    children: [],
    name,
    keyStart: key.start,
    keyEnd: key.end,
    value,
  };
}
