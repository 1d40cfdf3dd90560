import type { Plan } from '../../../contract/changes/changes.ts';
import type { DraftKey, DraftStatus, DraftSummary } from '../../../contract/changes/drafts.ts';
import { provesNothing } from '../../../contract/errors/errors.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { createSearchIndex } from '../../lists/search-index.ts';
import { isReviewed, staysHere, targetKindLook } from '../../review/target-kinds.ts';

/** How a draft stands: to the tenant, and to what was tried with it. */
export type DraftState =
  'clean' | 'changed' | 'not-saved' | 'conflict' | 'in-review' | 'not-settled' | 'not-applied' | 'unreadable';

export interface DraftGroup {
  readonly tenantId: string;
  /** Undefined for a tenant that was removed. */
  readonly tenant: TenantProfile | undefined;
  /** The newest first. */
  readonly drafts: readonly DraftSummary[];
  /** Those that one review can show together. */
  readonly reviewed: readonly DraftSummary[];
}

/** `openPlans` are those that were begun and are not settled. */
export function stateOfDraft(
  draft: DraftSummary,
  openPlans: readonly Plan[],
  standing: Pick<DraftStatus, 'state'> | undefined,
): DraftState {
  if (draft.unreadable !== undefined) return 'unreadable';
  if (draft.error !== undefined) return provesNothing(draft.error.code) ? 'not-settled' : 'not-applied';
  if (openPlans.some((plan) => isAbout(plan, draft))) return 'in-review';
  const state = standing?.state ?? 'changed';
  // There is nothing in the tenant that it could have changed from.
  return state === 'changed' && staysHere(draft.kind) ? 'not-saved' : state;
}

function isAbout({ tenantId, targets }: Plan, draft: DraftKey): boolean {
  return (
    tenantId === draft.tenantId &&
    targets.some(({ kind, id }) => kind === draft.kind && id === draft.targetId)
  );
}

/** Names a draft among all of them. */
export function keyOfDraft({ tenantId, kind, targetId }: DraftKey): string {
  return JSON.stringify([tenantId, kind, targetId]);
}

export function byDraft(standings: readonly DraftStatus[]): ReadonlyMap<string, DraftStatus> {
  return new Map(standings.map((standing) => [keyOfDraft(standing), standing]));
}

/** What is done with a group: with its chosen drafts, or with all where none is chosen. */
export function chosenOf(
  { drafts, reviewed }: Pick<DraftGroup, 'drafts' | 'reviewed'>,
  selection: ReadonlySet<string>,
): Pick<DraftGroup, 'drafts' | 'reviewed'> & { readonly isChosen: boolean } {
  const isIn = (draft: DraftSummary): boolean => selection.has(keyOfDraft(draft));
  const chosen = drafts.filter(isIn);
  return chosen.length === 0
    ? { drafts, reviewed, isChosen: false }
    : { drafts: chosen, reviewed: reviewed.filter(isIn), isChosen: true };
}

/** The drafts that have all words of `typed`, by tenant. */
export function groupDrafts(
  drafts: readonly DraftSummary[],
  tenant: (id: string) => TenantProfile | undefined,
  typed: string,
): DraftGroup[] {
  const index = createSearchIndex(drafts, {
    text: ({ title, kind, tenantId }) =>
      `${title} ${targetKindLook(kind).label} ${tenant(tenantId)?.name ?? ''}`,
  });
  return [...Map.groupBy(index.find(typed), ({ tenantId }) => tenantId)].map(([tenantId, found]) => {
    const sorted = found.toSorted((a, b) => b.savedAt - a.savedAt);
    const isHere = tenant(tenantId) !== undefined;
    return {
      tenantId,
      tenant: tenant(tenantId),
      drafts: sorted,
      reviewed: isHere
        ? sorted.filter(({ kind, unreadable }) => unreadable === undefined && isReviewed(kind))
        : [],
    };
  });
}
