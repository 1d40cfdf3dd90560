/** What a backup consists of, as people see it. In a module without schemas, because the page needs it before it opens a backup. */
export const backupSections = [
  'drafts',
  'history',
  'versions',
  'queries',
  'runs',
  'samples',
  'library',
  'views',
] as const;

export type BackupSection = (typeof backupSections)[number];

/** What happens to records that exist here with other content. */
export const backupChoices = ['keep-both', 'replace', 'skip'] as const;

export type BackupChoice = (typeof backupChoices)[number];

/** Characters: what can't be guessed offline needs some length. */
export const passphraseLengths = { min: 12, max: 1024 } as const;
