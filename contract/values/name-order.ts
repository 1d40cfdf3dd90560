/** Natural sort order of names: case-insensitive, numbers by value. */
const nameCollator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Compares two names for sorting, as in all lists of the app. */
export const compareNames = (a: string, b: string): number => nameCollator.compare(a, b);
