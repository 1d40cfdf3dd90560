import type { Element } from '../ast/elements.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { isStackOverflow, tooDeep } from '../errors/template-error.ts';
import { Lexer } from '../lexer/lexer.ts';
import { T } from '../lexer/token.ts';
import { formatOfExtension } from '../output-formats/format-names.ts';
import type { TimeLimit } from '../runtime/time-limit.ts';
import { SourceText, templateOffset } from '../source/source-text.ts';
import { stripWhitespace } from '../whitespace/whitespace-stripping.ts';
import { parseExpression } from './expressions.ts';
import { parseHeader } from './header.ts';
import { parseHeaderTolerantly, parseMixedContent } from './mixed-content.ts';
import { DEFAULT_PARSE_SETTINGS } from '../source/parse-settings.ts';
import type { ParseSettings } from '../source/parse-settings.ts';
import { Parser } from './parser.ts';
import type { Expression } from '../ast/expressions.ts';

export interface ParseOptions {
  readonly name?: string;
  readonly settings?: ParseSettings;
  /** Collect errors and continue, instead of throwing the first. */
  readonly tolerant?: boolean;
  /** Ends reading with the code `limit-time`. */
  readonly time?: TimeLimit;
}

/**
 * Parses a template. Strict by default: throws TemplateError (phase `parse`) with the position that
 * FreeMarker reports.
 */
export function parseTemplate(text: string, options: ParseOptions = {}): ParsedTemplate {
  const name = options.name ?? 'main.ftl';
  const base = options.settings ?? DEFAULT_PARSE_SETTINGS;
  const byExtension = base.recognizeStandardFileExtensions ? formatOfExtension(name) : undefined;
  const settings: ParseSettings =
    byExtension === undefined
      ? base
      : { ...base, outputFormat: byExtension, autoEscapingPolicy: 'enable_if_default' };
  const source = new SourceText(name, text, settings.tabSize);
  const p = new Parser(
    new Lexer(source, settings),
    settings,
    options.tolerant === true,
    settings.outputFormat,
    options.time,
  );
  try {
    return readTemplate(p, name, source);
  } catch (error) {
    throw isStackOverflow(error) ? tooDeep(source) : error;
  }
}

function readTemplate(p: Parser, name: string, source: SourceText): ParsedTemplate {
  if (p.recovery === undefined) parseHeader(p);
  else parseHeaderTolerantly(p, p.recovery);
  const { outputFormat, autoEscaping } = p;
  const children = parseMixedContent(p);
  if (p.peek().kind !== T.EOF) p.unexpected('text, an interpolation or a directive');
  const [first] = children;
  const root: Element =
    first !== undefined && children.length === 1
      ? first
      : {
          type: 'mixed',
          source,
          start: first?.start ?? templateOffset(0),
          end: children.at(-1)?.end ?? templateOffset(0),
          children,
        };
  p.recovery?.finish();
  p.checkTime();
  if (!p.tolerant) stripWhitespace(root, p.stripWhitespace);
  p.checkTime();
  return {
    name,
    source,
    root,
    macros: p.macros,
    header: p.header,
    outputFormat,
    autoEscaping,
    errors: p.errors,
  };
}

/** Reads one expression that takes up the whole text; for `?eval`. Throws TemplateError (phase `parse`). */
export function parseWholeExpression(
  text: string,
  { name = '', settings = DEFAULT_PARSE_SETTINGS, time }: ParseOptions,
  context: {
    readonly outputFormat: string;
    readonly autoEscapingPolicy: ParseSettings['autoEscapingPolicy'];
  },
): Expression {
  const lexer = new Lexer(new SourceText(name, text, settings.tabSize), settings);
  lexer.mode = 'expression';
  const own = { ...settings, autoEscapingPolicy: context.autoEscapingPolicy };
  const p = new Parser(lexer, own, false, context.outputFormat, time);
  return parseExpression(p);
}
