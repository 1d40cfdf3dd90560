import { T } from './token.ts';
import type { TokenKind } from './token.ts';

/**
 * What may follow a directive's name in its start tag: `parameters` needs whitespace after the name, `plain` closes
 * at once (`>`), `empty` closes at once or as an empty element (`/>`).
 */
export type TagShape = 'parameters' | 'plain' | 'empty';

export interface TagRule {
  readonly kind: TokenKind;
  readonly shape: TagShape;
}

/** A tag name's rules; a few names have two shapes with different meanings (`<#return>` and `<#return x>`). */
interface DirectiveTag {
  readonly start: readonly TagRule[];
  readonly end?: TokenKind;
  /** The index of the letter that distinguishes camelCase from the legacy all-lowercase name. */
  readonly camelAt?: number;
}

const parameters = (kind: TokenKind): readonly TagRule[] => [{ kind, shape: 'parameters' }];
const plain = (kind: TokenKind): readonly TagRule[] => [{ kind, shape: 'plain' }];
const empty = (kind: TokenKind): readonly TagRule[] => [{ kind, shape: 'empty' }];

const TAGS: Readonly<Record<string, DirectiveTag>> = {
  attempt: { start: plain(T.ATTEMPT), end: T.END_ATTEMPT },
  recover: { start: plain(T.RECOVER), end: T.END_RECOVER },
  if: { start: parameters(T.IF), end: T.END_IF },
  elseif: { start: parameters(T.ELSE_IF), camelAt: 4 },
  elseIf: { start: parameters(T.ELSE_IF), camelAt: 4 },
  list: { start: parameters(T.LIST), end: T.END_LIST },
  items: { start: parameters(T.ITEMS), end: T.END_ITEMS },
  sep: { start: plain(T.SEP), end: T.END_SEP },
  foreach: { start: parameters(T.FOREACH), end: T.END_FOREACH, camelAt: 3 },
  forEach: { start: parameters(T.FOREACH), end: T.END_FOREACH, camelAt: 3 },
  switch: { start: parameters(T.SWITCH), end: T.END_SWITCH },
  case: { start: parameters(T.CASE) },
  assign: { start: parameters(T.ASSIGN), end: T.END_ASSIGN },
  global: { start: parameters(T.GLOBAL), end: T.END_GLOBAL },
  local: { start: parameters(T.LOCAL), end: T.END_LOCAL },
  include: { start: parameters(T.INCLUDE) },
  import: { start: parameters(T.IMPORT) },
  function: { start: parameters(T.FUNCTION), end: T.END_FUNCTION },
  macro: { start: parameters(T.MACRO), end: T.END_MACRO },
  transform: { start: parameters(T.TRANSFORM), end: T.END_TRANSFORM },
  visit: { start: parameters(T.VISIT) },
  stop: { start: [...parameters(T.STOP), ...empty(T.HALT)] },
  return: { start: [...parameters(T.RETURN), ...empty(T.SIMPLE_RETURN)] },
  call: { start: parameters(T.CALL) },
  setting: { start: parameters(T.SETTING) },
  outputformat: { start: parameters(T.OUTPUT_FORMAT), end: T.END_OUTPUT_FORMAT, camelAt: 6 },
  outputFormat: { start: parameters(T.OUTPUT_FORMAT), end: T.END_OUTPUT_FORMAT, camelAt: 6 },
  autoesc: { start: plain(T.AUTO_ESC), end: T.END_AUTO_ESC, camelAt: 4 },
  autoEsc: { start: plain(T.AUTO_ESC), end: T.END_AUTO_ESC, camelAt: 4 },
  noautoesc: { start: plain(T.NO_AUTO_ESC), end: T.END_NO_AUTO_ESC, camelAt: 2 },
  noAutoEsc: { start: plain(T.NO_AUTO_ESC), end: T.END_NO_AUTO_ESC, camelAt: 2 },
  compress: { start: plain(T.COMPRESS), end: T.END_COMPRESS },
  comment: { start: plain(T.COMMENT) },
  noparse: { start: plain(T.NO_PARSE), camelAt: 2 },
  noParse: { start: plain(T.NO_PARSE), camelAt: 2 },
  else: { start: empty(T.ELSE) },
  break: { start: empty(T.BREAK) },
  continue: { start: empty(T.CONTINUE) },
  flush: { start: empty(T.FLUSH) },
  t: { start: empty(T.TRIM) },
  lt: { start: empty(T.LEFT_TRIM) },
  rt: { start: empty(T.RIGHT_TRIM) },
  nt: { start: empty(T.NO_TRIM) },
  default: { start: plain(T.DEFAULT) },
  nested: { start: [...parameters(T.NESTED), ...empty(T.SIMPLE_NESTED)] },
  recurse: { start: [...parameters(T.RECURSE), ...empty(T.SIMPLE_RECURSE)] },
  fallback: { start: empty(T.FALLBACK) },
  escape: { start: parameters(T.ESCAPE), end: T.END_ESCAPE },
  noescape: { start: plain(T.NO_ESCAPE), end: T.END_NO_ESCAPE, camelAt: 2 },
  noEscape: { start: plain(T.NO_ESCAPE), end: T.END_NO_ESCAPE, camelAt: 2 },
};

/** `<#on>` in `#switch` exists from 2.3.34 on. */
const ON_TAG: DirectiveTag = { start: parameters(T.ON) };

export function directiveTag(name: string, hasOnDirective: boolean): DirectiveTag | undefined {
  if (Object.hasOwn(TAGS, name)) return TAGS[name];
  return name === 'on' && hasOnDirective ? ON_TAG : undefined;
}

/** Every directive name in both naming conventions, for completion and for "did you mean". */
export const DIRECTIVE_NAMES: readonly string[] = [...Object.keys(TAGS), 'ftl'];

const TIPS: Readonly<Record<string, string>> = {
  set: 'Use #assign or #local or #global, depending on the intended scope.',
  var: 'Use #assign or #local or #global, depending on the intended scope.',
  else_if: 'Use #elseif.',
  elif: 'Use #elseif.',
  no_escape: 'Use #noescape instead.',
  method: 'Use #function instead.',
  head: 'You may have meant #ftl.',
  template: 'You may have meant #ftl.',
  fm: 'You may have meant #ftl.',
  try: 'You may have meant #attempt.',
  atempt: 'You may have meant #attempt.',
  for: 'You may have meant #list.',
  each: 'You may have meant #list.',
  iterate: 'You may have meant #list.',
  iterator: 'You may have meant #list.',
  prefix: 'You may have meant #import.',
  item: 'You may have meant #items.',
  row: 'You may have meant #items.',
  rows: 'You may have meant #items.',
  separator: 'You may have meant #sep.',
  separate: 'You may have meant #sep.',
  separ: 'You may have meant #sep.',
};

/** A hint for a directive name that does not exist but that people write; undefined when there is none. */
export function unknownDirectiveTip(name: string): string | undefined {
  return Object.hasOwn(TIPS, name) ? TIPS[name] : undefined;
}
