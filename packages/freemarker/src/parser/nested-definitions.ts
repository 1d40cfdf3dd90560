import type { Token } from '../lexer/token.ts';
import { lineOfTag } from './indentation.ts';
import type { Parser } from './parser.ts';
import { isDefinition, type Recovery } from './recovery.ts';

/**
 * Whether a macro or function that begins in another one shows that the other was meant to end before: they cannot be
 * nested. It was meant to be nested where it is indented more, or two end tags follow each other behind it.
 */
export function endsDefinitionAround(p: Parser, recovery: Recovery, opening: Token): boolean {
  if (!isDefinition(opening.kind) || !p.inDefinition) return false;
  const { text } = p.source;
  const around = recovery.definitionAround;
  const [outer, inner] = [around && lineOfTag(text, around).indent, lineOfTag(text, opening).indent];
  const isNested =
    (outer !== undefined && inner !== undefined && inner.length > outer.length) || endsTwice(p, opening.end);
  // The position of the tag around is only known after parsing the whole template.
  if (isNested) recovery.dependsOnAll();
  return !isNested;
}

/** Whether of the tags of definitions behind the offset the first two are ends. */
function endsTwice(p: Parser, from: number): boolean {
  const { text } = p.source;
  const tags = /[<[](\/?)#(?:macro|function)\b/g;
  tags.lastIndex = from;
  for (let ends = 0; ends < 2; ends++) {
    const tag = tags.exec(text);
    p.lexer.lookedUpTo(tag === null ? text.length : tags.lastIndex);
    if (tag?.[1] !== '/') return false;
  }
  return true;
}
