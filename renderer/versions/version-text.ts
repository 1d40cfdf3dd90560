import type { VersionSource, VersionSummary } from '../../contract/changes/versions.ts';
import { formatTimestamp } from '../../languages/text/intl.ts';

const sources: Readonly<Record<VersionSource, string>> = {
  applied: 'Applied',
  undone: 'Undone',
  seen: 'Seen',
  draft: 'Draft kept',
  folder: 'From the folder',
};

/** How it came about, in a word or two. */
export const sourceLabel = ({ source }: Pick<VersionSummary, 'source'>): string => sources[source];

/** Who put it where it was; what was read from a tenant has an author that mostly nobody tells. */
export function authorText({ source, author }: Pick<VersionSummary, 'source' | 'author'>): string {
  if (author !== '') return author;
  return source === 'seen' ? 'author unknown' : '';
}

/** `Applied 3 November 2026, 10:21 by Ada Admin`: what a version is called outside of its list. */
export function versionName(version: VersionSummary): string {
  const who = version.author === '' ? '' : ` by ${version.author}`;
  return `${sourceLabel(version)} ${formatTimestamp(version.notedAt)}${who}`;
}
