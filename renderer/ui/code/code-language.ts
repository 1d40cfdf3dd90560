import { javascriptLanguage } from '@codemirror/lang-javascript';
import { jsonLanguage } from '@codemirror/lang-json';
import { LanguageSupport, type Language } from '@codemirror/language';
import { tagHighlighter, tags, type Highlighter } from '@lezer/highlight';
import { freemarkerLanguage } from './freemarker-stream.ts';
import { queryDialect } from './query-dialect.ts';

/** The languages that the editor and the diff highlight. */
export type CodeLanguage = 'javascript' | 'sql' | 'json' | 'freemarker' | 'text';

const languages: Readonly<Record<Exclude<CodeLanguage, 'text'>, Language>> = {
  javascript: javascriptLanguage,
  json: jsonLanguage,
  sql: queryDialect.language,
  freemarker: freemarkerLanguage,
};

/** The parser of a language; undefined for plain text. */
export function languageOf(name: CodeLanguage): Language | undefined {
  return name === 'text' ? undefined : languages[name];
}

export function languageSupport(name: CodeLanguage): LanguageSupport | readonly [] {
  const language = languageOf(name);
  return language === undefined ? [] : new LanguageSupport(language);
}

// Class names instead of inline styles, so that the editor, the diff and both themes share one style sheet (code.css).
const shared = [
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.definitionKeyword], class: 'tok-keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.character], class: 'tok-string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'tok-number' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], class: 'tok-comment' },
  { tag: [tags.special(tags.variableName)], class: 'tok-interpolation' },
  { tag: [tags.special(tags.name)], class: 'tok-number' },
  { tag: [tags.typeName], class: 'tok-key' },
];

const general = tagHighlighter(shared);
const withKeys = tagHighlighter([
  ...shared,
  { tag: [tags.propertyName, tags.function(tags.variableName)], class: 'tok-key' },
]);

/**
 * Property names are highlighted in JSON and built-ins in templates, not in scripts, where nearly everything is a
 * property.
 */
export function highlighterOf(name: CodeLanguage): Highlighter {
  return name === 'json' || name === 'freemarker' ? withKeys : general;
}
