import { withLineFeeds } from './line-ends.ts';
import { spelledOut } from './marked-text.ts';

/**
 * Text within a line of Markdown that shows as it is: no image, link, HTML, list or table comes of it, nobody is mentioned, and
 * no line ends. Escapes are those of CommonMark; what is linked after rendering (addresses, mentions, references to issues)
 * takes no escapes, and is written as code.
 */
export function markdownText(text: string): string {
  return asParagraph(escaped(spelledOut(text, { isName: true })));
}

/** As `markdownText`, for a cell of a table: line breaks stay, as HTML has them. */
export function markdownCell(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => escaped(spelledOut(line)))
    .join('<br>');
}

/** A row of a table, each text as `markdownCell` writes it. */
export const markdownRow = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(' | ')} |`;

/** The two lines with which a table begins. */
export const markdownHead = (names: readonly string[]): string =>
  `${markdownRow(names)}\n| ${names.map(() => '---').join(' | ')} |`;

/** Text as code within a line, whatever backquotes are in it. */
export function markdownCode(text: string): string {
  const shown = spelledOut(text, { isName: true });
  const fence = '`'.repeat(longestRun(shown) + 1);
  const padding = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${padding}${shown}${padding}${fence}`;
}

/** Lines as a block of code that none of them can end. */
export function markdownBlock(text: string, language: string): string {
  const shown = spelledOut(withLineFeeds(text));
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}${shown.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** Addresses, mentions (`@team`), references (`#12`, `!12`, `org/repo#12`), and names of emoji. */
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

/** What would make a list, a heading or a line of what stands at the beginning. */
function asParagraph(text: string): string {
  return text
    .replace(/^(?=[-+=#])(?![-+]?\d[\d.,]*$)/, '\\')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`);
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
