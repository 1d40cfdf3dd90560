/** Names as people sort them: without regard to case, numbers by their value. */
const inOrderOfNames = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Compares two names as every list of the desk sorts them. */
export const compareNames = (a: string, b: string): number => inOrderOfNames.compare(a, b);
