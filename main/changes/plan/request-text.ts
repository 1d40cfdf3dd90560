import type { ChangeRequest, PlanOrigin } from '../../../contract/changes/changes.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import type { OpenedSet } from '../files/change-set-file.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { PlanStore } from '../record/plan-store.ts';
import { formatNumber, plural } from '../../../languages/text/intl.ts';

interface RequestSources {
  readonly store: PlanStore;
  readonly kinds: KindTable;
  readonly changeSets: Pick<OpenedFiles<OpenedSet>, 'get'>;
}

/** Throws `not-found` for a change set that is no longer open. */
export function originOf({ changeSets }: RequestSources, request: ChangeRequest): PlanOrigin {
  switch (request.from) {
    case 'undo':
      return { type: 'undo', planId: request.planId };
    case 'retry':
      return { type: 'retry', planId: request.planId };
    case 'change-set': {
      const { fileName, set, madeFor } = changeSets.get(request.fileId);
      const from = madeFor === undefined ? {} : { madeFor };
      return { type: 'change-set', fileName, createdBy: set.createdBy, ...from };
    }
    default:
      return { type: 'edit' };
  }
}

/** An undo is named after what it undoes, so that the two aren't mistaken for each other; a change set has its own title. */
export function titleOf(
  { store, kinds, changeSets }: RequestSources,
  request: ChangeRequest,
): string | undefined {
  if (request.from === 'drafts' || request.from === 'edits' || request.from === 'action')
    return request.title;
  if (request.from === 'change-set') return changeSets.get(request.fileId).set.title;
  if (request.from === 'deleted') {
    const [first] = request.itemIds.flatMap((id) => store.item(id) ?? []);
    const count = request.itemIds.length;
    if (first === undefined) return undefined;
    return plural(count, {
      one: `Restore · ${first.targetName}`,
      other: `Restore · ${formatNumber(count)} ${kinds.get(first.kind).noun.many}`,
    });
  }
  if (request.from !== 'undo') return undefined;
  const original = store.plan(request.planId);
  if (original === undefined) return undefined;
  const { itemIds } = request;
  const [only] = itemIds ?? [];
  if (only === undefined || itemIds?.length !== 1) return `Undo: ${original.title}`;
  const item = store.item(only);
  return item === undefined ? `Undo: ${original.title}` : `Undo: ${item.title} · ${item.targetName}`;
}
