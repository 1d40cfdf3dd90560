/** What takes space in the profile folder, in the order in which it is shown. */
export const dataKinds = [
  'caches',
  'results',
  'savedResults',
  'history',
  'drafts',
  'backups',
  'crashReports',
  'logs',
  'sandbox',
  'other',
] as const;

export type DataKind = (typeof dataKinds)[number];

/** What can be loaded from the tenant, or isn't needed; of the log, all but the current file. Crash reports have their own action. */
export const clearableKinds = ['caches', 'results', 'backups', 'logs'] as const;

export type ClearableKind = (typeof clearableKinds)[number];
