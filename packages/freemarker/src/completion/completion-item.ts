/** Something that can be inserted at the cursor. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: 'built-in' | 'directive' | 'variable' | 'column' | 'function' | 'macro' | 'special-variable';
  /** What it takes and gives, like `string → string`, or a column's type. */
  readonly detail: string;
  readonly doc: string;
  /** A template and what it prints; empty where there is none. */
  readonly example: string;
  /** What to insert instead of the text in the replace range. */
  readonly insert: string;
  /** Where the cursor goes, counted from the start of `insert`. */
  readonly cursor: number;
  /** Lower comes first. */
  readonly rank: number;
  readonly isDeprecated: boolean;
}

type ItemOptions = Partial<Pick<CompletionItem, 'example' | 'insert' | 'cursor' | 'rank' | 'isDeprecated'>>;

/** An item that inserts its label, unless the options say otherwise. */
export function item(
  label: string,
  kind: CompletionItem['kind'],
  detail: string,
  doc: string,
  { example = '', insert = label, cursor = insert.length, rank = 1, isDeprecated = false }: ItemOptions = {},
): CompletionItem {
  return { label, kind, detail, doc, example, insert, cursor, rank, isDeprecated };
}

/** What can be completed at an offset: the items replace the range from `from` to `to`. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly items: readonly CompletionItem[];
}
