import type { ChangeRequest } from '../../../../contract/changes/changes.ts';

/** Members of a webhook in which a text can be replaced. */
export type TextMember = 'name' | 'description' | 'url' | 'headers' | 'requestBody';

/** One edit of several webhooks; empty members stay unchanged. */
export interface BulkEdit {
  member: TextMember | '';
  find: string;
  by: string;
  description: string;
  contentType: string;
  method: string;
  eventType: string;
  riskLevel: string;
}

type Targets = Extract<ChangeRequest, { from: 'targets' }>;

/** The change that it makes to each of them; undefined if it changes nothing. */
export function bulkEditOf({
  member,
  find,
  by,
  ...members
}: BulkEdit): Pick<Targets, 'set' | 'texts'> | undefined {
  const set = Object.fromEntries(Object.entries(members).filter(([, value]) => value.trim() !== ''));
  const isReplacing = member !== '' && find !== '';
  if (Object.keys(set).length === 0 && !isReplacing) return undefined;
  return isReplacing ? { set, texts: { [member]: { do: 'replace', find, by } } } : { set };
}
