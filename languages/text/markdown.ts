import { withLineFeeds } from './line-ends.ts';
import { spelledOut } from './marked-text.ts';

/**
 * Text for a line of Markdown that is displayed literally: it can't create images, links, HTML, lists or
 * tables, mention anyone, or end the line. Escapes follow CommonMark; what is linked after rendering (URLs,
 * mentions, references to issues) can't be escaped, so it is written as code.
 */
export function markdownText(text: string): string {
  return asParagraph(escaped(spelledOut(text, { isName: true })));
}

/** Like `markdownText`, for a table cell: line breaks become HTML line breaks. */
export function markdownCell(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => escaped(spelledOut(line)))
    .join('<br>');
}

/** A table row; each text is written by `markdownCell`. */
export const markdownRow = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(' | ')} |`;

/** The two header lines of a table. */
export const markdownHead = (names: readonly string[]): string =>
  `${markdownRow(names)}\n| ${names.map(() => '---').join(' | ')} |`;

/** Inline code, whatever backquotes it contains. */
export function markdownCode(text: string): string {
  const shown = spelledOut(text, { isName: true });
  const fence = '`'.repeat(longestRun(shown) + 1);
  const padding = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${padding}${shown}${padding}${fence}`;
}

/** A code block that none of its lines can end. */
export function markdownBlock(text: string, language: string): string {
  const shown = spelledOut(withLineFeeds(text));
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}${shown.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** URLs, mentions (`@team`), references (`#12`, `!12`, `org/repo#12`), and names of emoji. */
const linked =
  /(?:[a-z][a-z\d+.\-]*:\/\/|\bwww\.|\bmailto:|\bxmpp:)[^\s`\|\(\)\[\]<>]*|(?<![\p{L}\p{N}.+_\-])@[\p{L}\p{N}_][^\s`\|,;\(\)]*|[\p{L}\p{N}_.\-\/]*[#!]\d+|(?<![\p{L}\p{N}]):[a-z\d_+\-]+:/giv;

function escaped(text: string): string {
  let at = 0;
  let written = '';
  for (const { index, 0: found } of text.matchAll(linked)) {
    written += escapedPart(text.slice(at, index)) + markdownCode(found);
    at = index + found.length;
  }
  return written + escapedPart(text.slice(at));
}

function escapedPart(text: string): string {
  return text.replaceAll(/[\\`*_~<>[\]|$]/g, String.raw`\$&`).replaceAll(/&(?=#?\w+;)/g, String.raw`\&`);
}

/** Escapes what would start a list, heading or rule. */
function asParagraph(text: string): string {
  return text
    .replace(/^(?=[-+=#])(?![-+]?\d[\d.,]*$)/, '\\')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`);
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
