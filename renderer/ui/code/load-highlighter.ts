import type { CodeLanguage } from './code-language.ts';
import type { StyledRange } from './line-segments.ts';

/** The syntax classes of every line of a text. */
export type LineHighlighter = (text: string, language: CodeLanguage) => readonly (readonly StyledRange[])[];

/** Loads the parsers, which are large: a text can be read without its colors. Never rejects. */
export async function loadHighlighter(): Promise<LineHighlighter> {
  try {
    return (await import('./highlight-lines.ts')).highlightLines;
  } catch {
    return () => [];
  }
}
