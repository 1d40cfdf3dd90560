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
  // It may have taken effect, so "not applied" would be a guess.
  unresolved: { text: 'result unknown', tone: 'warn' },
  'not-applied': { text: 'not applied', tone: 'bad' },
  unreadable: { text: 'unreadable', tone: 'warn' },
} as const satisfies Record<DraftState, { text: string; tone: Tone }>;

/** What applying the draft would do, as one sentence; undefined if that is not known. */
export function meaningOf(
  draft: DraftSummary,
  status: DraftStatus | undefined,
  tenantName: string,
): string | undefined {
  if (status === undefined || !isReviewed(draft.kind)) return undefined;
  if (isNewTarget(draft.targetId)) return `Not yet created in ${tenantName}.`;
  const { state, changes, conflicts, comparedWith } = status;
  if (state === 'clean') return `Same as ${tenantName}.`;
  if (state === 'conflict') {
    return conflicts.length === 0
      ? `No longer in ${tenantName}.`
      : `${listed(conflicts)} also changed in ${tenantName}.`;
  }
  const would = `Changes ${listed(changes, 'lower')}.`;
  return comparedWith === null ? `${would} No cached data of ${tenantName} to compare with.` : would;
}

const maxNamed = 3;

/** `Name, description and 2 more` */
function listed(labels: readonly string[], first: 'upper' | 'lower' = 'upper'): string {
  const more = labels.length - maxNamed;
  const named = more > 0 ? [...labels.slice(0, maxNamed), `${more} more`] : labels;
  const text = named.map((label) =>
    /^[A-Z][a-z]/.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label,
  );
  const joined = [text.slice(0, -1).join(', '), ...text.slice(-1)].filter(Boolean).join(' and ');
  return first === 'lower' ? joined : capitalized(joined);
}
