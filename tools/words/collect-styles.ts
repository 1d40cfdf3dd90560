import type { Piece } from './text.ts';
import { proseOf } from './text.ts';

/** The comments of a style sheet. */
export function collectStyles(source: string): Piece[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ index, 0: text }) => ({
    kind: 'comment',
    text: proseOf(text),
    offset: index,
  }));
}
