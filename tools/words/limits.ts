import type { Piece } from './text.ts';

/** Characters that fit where it is shown. */
const limits = { label: 40, hint: 60, error: 160 } as const;

/** What is filled in counts as a short word. */
const lengthOf = (text: string): number =>
  text
    .replaceAll(/\uFFFC+/g, 'word')
    .replaceAll(/\s+/g, ' ')
    .trim().length;

/** Whether a shown string is longer than its place has space for. */
export function tooLong({ kind, role, text }: Piece): { term: string; found: string; say: string }[] {
  if (kind !== 'string' || role === undefined || role === 'text') return [];
  const length = lengthOf(text);
  if (length <= limits[role]) return [];
  const found = `${text.replaceAll(/\uFFFC+/g, '…').slice(0, 60)}…`;
  return [{ term: `long ${role}`, found, say: `at most ${limits[role]} characters, not ${length}` }];
}
