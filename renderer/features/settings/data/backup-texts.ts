import type { BackupSection } from '../../../../contract/backup/backup-sections.ts';
import type { SectionCount } from '../../../../contract/backup/backup.ts';
import { counted, formatList } from '../../../../languages/text/intl.ts';

const nouns: Readonly<Record<BackupSection, readonly [one: string, other: string]>> = {
  drafts: ['draft', 'drafts'],
  history: ['history entry', 'history entries'],
  versions: ['earlier version', 'earlier versions'],
  queries: ['saved query', 'saved queries'],
  runs: ['run query', 'run queries'],
  samples: ['sample or test user', 'samples and test users'],
  library: ['chart, procedure or mapping', 'charts, procedures and mappings'],
  views: ['view setting', 'view settings'],
};

/** “2 drafts, 14 history entries”. */
export function countsText(counts: readonly SectionCount[]): string {
  const texts = counts.map(({ section, total }) => counted(total, ...nouns[section]));
  return texts.length === 0 ? 'Nothing else' : formatList(texts);
}

export const sumOf = (counts: readonly SectionCount[], what: 'added' | 'differing'): number =>
  counts.reduce((sum, count) => sum + count[what], 0);
