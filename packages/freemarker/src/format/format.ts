import { parseTemplate } from '../parser/parse.ts';
import { Unformattable } from './format-error.ts';
import type { FormatRefusal } from './format-error.ts';
import { layOut } from './layout.ts';
import { piecesOf } from './pieces.ts';
import { tokensOf } from './tokens.ts';

export interface FormattedTemplate {
  readonly formatted: string;
  /** Where the cursor is then: in the same token, as far into it. */
  readonly cursor: number;
}

/** As much as is formatted while somebody waits. UTF-16 units. */
export const maxTemplateLength = 400_000;

/**
 * Lays a template out that prints JSON: members and directives line by line, each as far in as it is nested. All that changes
 * is blanks between what JSON consists of, so that the JSON that is printed means the same; text in quotes, values, macros and
 * comments stay to the letter. Refused where that cannot be told. Line breaks are line feeds. Nothing is thrown.
 */
export function formatTemplate(source: string, cursor = 0): FormattedTemplate | FormatRefusal {
  const text = source.replaceAll(/\r\n?/g, '\n');
  if (text.length > maxTemplateLength)
    return { refusal: 'The template is too long to be formatted.', offset: 0 };
  try {
    const template = parseTemplate(text, { tolerant: true });
    const [error] = template.errors;
    if (error !== undefined)
      return { refusal: 'The template has an error: mend it first.', offset: error.start };
    const tokens = tokensOf(text, piecesOf(template));
    const laid = layOut(text, tokens);
    const formatted = /\n\s*$/.test(text) && tokens.length > 0 ? `${laid.text}\n` : laid.text;
    const index = tokens.findIndex(({ end }) => cursor <= end);
    const [token, start] = [tokens[index], laid.starts[index]];
    if (token === undefined || start === undefined) return { formatted, cursor: formatted.length };
    return { formatted, cursor: start + Math.max(0, cursor - token.start) };
  } catch (error) {
    if (error instanceof Unformattable) return { refusal: error.refusal, offset: error.offset };
    return { refusal: 'The template cannot be read.', offset: 0 };
  }
}
