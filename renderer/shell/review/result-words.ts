import type { Receipt } from '../../../contract/changes.ts';

/** What became of an item, as people read it. */
export const resultWords: Readonly<Record<Receipt['result'], string>> = {
  verified: 'Applied and read back',
  failed: 'Failed',
  skipped: 'Not tried',
  'rolled-back': 'Taken back',
};
