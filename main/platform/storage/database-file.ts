/** The database of a profile folder. */
export const databaseFileName = 'desk.sqlite';
