import type { CollationTable, Element } from './collation-table.ts';

/**
 * Letters of an alphabet that stand behind another one, as rules of java.text.RuleBasedCollator have it: `after` names
 * the letter before, `letters` each new letter small and capital.
 */
interface Insertion {
  readonly after: string;
  readonly letters: readonly (readonly [small: string, capital: string])[];
}

/** The languages whose rules only put letters between those of the root. */
const insertions: ReadonlyMap<string, readonly Insertion[]> = new Map([
  ['es', [{ after: 'n', letters: [['ñ', 'Ñ']] }]],
  [
    'tr',
    [
      { after: 'a', letters: [['ä', 'Ä']] },
      { after: 'c', letters: [['ç', 'Ç']] },
      { after: 'g', letters: [['ğ', 'Ğ']] },
      {
        after: 'h',
        letters: [
          ['ı', 'I'],
          ['i', 'İ'],
        ],
      },
      { after: 'o', letters: [['ö', 'Ö']] },
      { after: 's', letters: [['ş', 'Ş']] },
      { after: 'u', letters: [['ü', 'Ü']] },
    ],
  ],
]);

/** The root's elements with the letters of the language between them; undefined for a language without such rules. */
export function tailoredTable(root: CollationTable, language: string): CollationTable | undefined {
  return insertions.get(language)?.reduce(inserted, root);
}

const weightOf = (table: CollationTable, letter: string): number =>
  Math.floor((table.get(letter.charCodeAt(0))?.[0] ?? 0) / 65_536);

function inserted(table: CollationTable, { after, letters }: Insertion): CollationTable {
  const place = weightOf(table, after);
  const room = letters.length * 65_536;
  const moved = (element: Element): Element => (element >= (place + 1) * 65_536 ? element + room : element);
  const result = new Map([...table].map(([code, elements]) => [code, elements.map(moved)] as const));
  for (const [index, [small, capital]] of letters.entries()) {
    const weight = (place + 1 + index) * 65_536;
    result.set(small.charCodeAt(0), [weight]);
    result.set(capital.charCodeAt(0), [weight + 1]);
  }
  return result;
}
