import type { FileText } from './collect.ts';
import type { Kind } from './text.ts';
import { createPlaces } from './text.ts';

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Random pieces of text, one a line, to read. */
export function sample(
  files: readonly FileText[],
  { count, seed, kind }: { readonly count: number; readonly seed: number; readonly kind: Kind | undefined },
): string[] {
  const all = files.flatMap((file) =>
    file.pieces
      .filter((piece) =>
        kind === undefined ? piece.kind === 'string' || piece.kind === 'comment' : piece.kind === kind,
      )
      .map((piece) => ({ file, piece })),
  );
  const random = randomFrom(seed);
  return Array.from({ length: Math.min(count, all.length) }, () => {
    const [chosen] = all.splice(Math.floor(random() * all.length), 1);
    if (chosen === undefined) return '';
    const { file, piece } = chosen;
    const { line } = createPlaces(file.source)(piece.offset);
    const text = piece.text
      .replaceAll(/\uFFFC+/g, '…')
      .replaceAll(/\s+/g, ' ')
      .trim();
    return `${file.path}:${line} ${piece.kind}: ${text}`;
  });
}
