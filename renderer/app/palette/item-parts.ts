/** A part of an item that the palette opens directly. */
interface ItemPart {
  readonly view: 'applications' | 'webhooks';
  /** Last part of its URL. */
  readonly tab: string;
  /** Before the name of the item. */
  readonly label: string;
  readonly group: string;
}

const parts: readonly ItemPart[] = [
  { view: 'applications', tab: 'script', label: 'Script of', group: 'Scripts' },
  { view: 'applications', tab: 'roles', label: 'Roles of', group: 'Roles' },
  { view: 'webhooks', tab: 'template', label: 'Template of', group: 'Templates' },
];

/** Shorter words are the start of too many names. */
const minLetters = 3;

/** The part that a word of the search names, completely or by its first letters; undefined if none does. */
export function partNamedIn(typed: string): ItemPart | undefined {
  const terms = typed.toLowerCase().split(/\s+/);
  return parts.find(({ group }) =>
    terms.some((term) => term.length >= minLetters && group.toLowerCase().startsWith(term)),
  );
}
