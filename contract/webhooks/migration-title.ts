/** Begins the title of a run of a migration: the window tells it by that from other plans. */
const word = 'Migrate';
/** Of a plan. */
const longest = 200;

/** `rest` says of what and from where. */
export const migrationTitle = (rest: string): string => `${word}${rest}`.slice(0, longest);

export const isMigration = ({ title }: { readonly title: string }): boolean => title.startsWith(`${word} `);
