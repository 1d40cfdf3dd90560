import type { Piece } from './text.ts';
import { blanked, proseOf } from './text.ts';

/** The prose of a document, paragraph by paragraph: no code, no addresses of links. */
export function collectMarkdown(source: string): Piece[] {
  const text = proseOf(blanked(source, /^( *)(```|~~~)[\s\S]*?^ *\2/gm));
  const pieces: Piece[] = [];
  for (const { index, 0: paragraph } of text.matchAll(/\S(?:[^\n]|\n(?!\s*\n))*/g))
    if (/[a-z]/i.test(paragraph)) pieces.push({ kind: 'doc', text: paragraph, offset: index });
  return pieces;
}
