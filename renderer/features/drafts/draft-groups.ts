import type { Plan } from '../../../contract/changes/changes.ts';
import type { DraftKey, DraftStatus, DraftSummary } from '../../../contract/changes/drafts.ts';
import { provesNothing } from '../../../contract/errors/errors.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { createSearchIndex } from '../../lists/search-index.ts';
import { isReviewed, staysHere, targetKindLook } from '../../review/target-kinds.ts';

/** Status of a draft compared with the tenant and the last attempt to apply it. */
export type DraftState =
  'clean' | 'changed' | 'not-saved' | 'conflict' | 'in-review' | 'unresolved' | 'not-applied' | 'unreadable';

export interface DraftGroup {
  readonly tenantId: string;
  /** Undefined for a tenant that was removed. */
  readonly tenant: TenantProfile | undefined;
  /** Newest first. */
  readonly drafts: readonly DraftSummary[];
  /** The drafts that can be reviewed together. */
  readonly reviewed: readonly DraftSummary[];
}

/** `openPlans` are plans that were started and are not resolved. */
export function stateOfDraft(
  draft: DraftSummary,
  openPlans: readonly Plan[],
  status: Pick<DraftStatus, 'state'> | undefined,
): DraftState {
  if (draft.unreadable !== undefined) return 'unreadable';
  if (draft.error !== undefined) return provesNothing(draft.error.code) ? 'unresolved' : 'not-applied';
  if (openPlans.some((plan) => isAbout(plan, draft))) return 'in-review';
  const state = status?.state ?? 'changed';
  // The tenant has nothing that it could be compared with.
  return state === 'changed' && staysHere(draft.kind) ? 'not-saved' : state;
}

function isAbout({ tenantId, targets }: Plan, draft: DraftKey): boolean {
  return (
    tenantId === draft.tenantId &&
    targets.some(({ kind, id }) => kind === draft.kind && id === draft.targetId)
  );
}

/** Unique key of a draft. */
export function keyOfDraft({ tenantId, kind, targetId }: DraftKey): string {
  return JSON.stringify([tenantId, kind, targetId]);
}

export function byDraft(statuses: readonly DraftStatus[]): ReadonlyMap<string, DraftStatus> {
  return new Map(statuses.map((status) => [keyOfDraft(status), status]));
}

/** The drafts an action of a group applies to: the selected ones, or all if none is selected. */
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

/** The drafts that match `query`, by tenant. */
export function groupDrafts(
  drafts: readonly DraftSummary[],
  tenant: (id: string) => TenantProfile | undefined,
  query: string,
): DraftGroup[] {
  const index = createSearchIndex(drafts, {
    title: ({ title }) => title,
    text: ({ title, kind, tenantId }) =>
      `${title} ${targetKindLook(kind).label} ${tenant(tenantId)?.name ?? ''}`,
    order: 'time',
  });
  return [...Map.groupBy(index.find(query), ({ tenantId }) => tenantId)].map(([tenantId, found]) => {
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
