import type { VersionSource, VersionSummary } from '../../contract/changes/versions.ts';
import { formatTimestamp } from '../../languages/text/intl.ts';

const sources: Readonly<Record<VersionSource, string>> = {
  applied: 'Applied',
  undone: 'Undone',
  seen: 'Observed',
  draft: 'Saved draft',
  folder: 'From folder',
};

/** Its source in a word or two. */
export const sourceLabel = ({ source }: Pick<VersionSummary, 'source'>): string => sources[source];

/** Its author; a tenant rarely provides one for versions read from it. */
export function authorText({ source, author }: Pick<VersionSummary, 'source' | 'author'>): string {
  if (author !== '') return author;
  return source === 'seen' ? 'unknown author' : '';
}

/** `Applied 3 November 2026, 10:21 by Ada Admin`: the name of a version outside of its list. */
export function versionName(version: VersionSummary): string {
  const who = version.author === '' ? '' : ` by ${version.author}`;
  return `${sourceLabel(version)} ${formatTimestamp(version.notedAt)}${who}`;
}
