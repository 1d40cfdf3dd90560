/** Prefix of the title of a migration run, which distinguishes it from other plans. */
const prefix = 'Migrate';
/** Maximum length of a plan title. */
const maxLength = 200;

/** `rest`: what is migrated, and from where. */
export const migrationTitle = (rest: string): string => `${prefix}${rest}`.slice(0, maxLength);

export const isMigration = ({ title }: { readonly title: string }): boolean => title.startsWith(`${prefix} `);
