import type { DraftStatus, DraftSummary } from '../../../contract/changes/drafts.ts';
import type { Tone } from '../../ui/index.ts';
import { capitalized } from '../../ui/text/capitalized.ts';
import { isNewTarget, isReviewed } from '../../review/target-kinds.ts';
import type { DraftState } from './draft-groups.ts';

export const stateTexts = {
  clean: { text: 'clean', tone: 'good' },
  changed: { text: 'changed', tone: 'accent' },
  'not-saved': { text: 'not saved', tone: 'accent' },
  conflict: { text: 'conflict', tone: 'bad' },
  'in-review': { text: 'being applied', tone: 'accent' },
  // Nobody knows yet whether it took effect: to say that it did not would be a guess.
  'not-settled': { text: 'not settled', tone: 'warn' },
  'not-applied': { text: 'not applied', tone: 'bad' },
  unreadable: { text: 'cannot be opened', tone: 'warn' },
} as const satisfies Record<DraftState, { text: string; tone: Tone }>;

/** What applying the draft would mean, as one sentence; undefined where nothing is known of it. */
export function meaningOf(
  draft: DraftSummary,
  standing: DraftStatus | undefined,
  tenantName: string,
): string | undefined {
  if (standing === undefined || !isReviewed(draft.kind)) return undefined;
  if (isNewTarget(draft.targetId)) return `Not in ${tenantName} yet.`;
  const { state, changes, conflicts, comparedWith } = standing;
  if (state === 'clean') return `Says what ${tenantName} has.`;
  if (state === 'conflict') {
    return conflicts.length === 0
      ? `It is no longer in ${tenantName}.`
      : `${listed(conflicts)} changed in ${tenantName} too.`;
  }
  const would = `Changes ${listed(changes, 'lower')}.`;
  return comparedWith === null ? `${would} What ${tenantName} has is not kept here to compare with.` : would;
}

const most = 3;

/** `Name, description and 2 more` */
function listed(labels: readonly string[], first: 'upper' | 'lower' = 'upper'): string {
  const more = labels.length - most;
  const named = more > 0 ? [...labels.slice(0, most), `${more} more`] : labels;
  const text = named.map((label) =>
    /^[A-Z][a-z]/.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label,
  );
  const joined = [text.slice(0, -1).join(', '), ...text.slice(-1)].filter(Boolean).join(' and ');
  return first === 'lower' ? joined : capitalized(joined);
}
