import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import type { PlanItem } from '../../../contract/changes/changes.ts';
import type { DraftKey } from '../../../contract/changes/drafts.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import type { KindTable } from '../kind/kind-table.ts';
import { partAsMarkdown } from '../plan/part-as-markdown.ts';
import type { StoredItem, StoredPlan } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import type { ChangeSet, SavedChange } from '../files/change-set-file.ts';
import {
  changeSetFormat,
  changeSetVersion,
  hashOf,
  maxChanges,
  tenantOfSet,
} from '../files/change-set-file.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import { formatNumber } from '../../../languages/text/intl.ts';

export interface ChangeSetWriting {
  readonly store: PlanStore;
  readonly kinds: KindTable;
  readonly changes: { item(planId: string, itemId: string): PlanItem };
}

export interface DraftSetWriting {
  readonly kinds: KindTable;
  readonly drafts: Pick<DraftService, 'read'>;
}

/** The items of a plan that a change set can contain. Throws `invalid-input` if there are none, or if others can't be saved. */
export function itemsToSave({ store }: ChangeSetWriting, plan: StoredPlan): readonly string[] {
  const ids = store.itemIds(plan.id, ['pending']);
  if (ids.length === 0) {
    throw failure('invalid-input', 'The tenant already matches: there is nothing to save.');
  }
  if (ids.length > maxChanges) {
    throw failure(
      'invalid-input',
      `A change set can have up to ${formatNumber(maxChanges)} changes; this plan has ${formatNumber(ids.length)}. Split the plan and save each part.`,
    );
  }
  if (store.aims(plan.id, ['pending']).some(({ verb }) => verb === 'run')) {
    throw failure(
      'invalid-input',
      'Actions such as a file import can’t be saved in a change set. Share the file itself.',
    );
  }
  return ids;
}

export interface SetHead {
  readonly title: string;
  readonly tenant: TenantProfile;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly createdBy: string;
}

/** Writes a change set in pieces, so that one with thousands of items is never in memory as a whole. */
export function* changeSetText(head: SetHead, changes: Iterable<SavedChange>): Generator<string> {
  const { title, tenant, createdAt, createdBy } = head;
  const written = {
    format: changeSetFormat,
    version: changeSetVersion,
    title,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    tenant: tenantOfSet(tenant),
  } satisfies Omit<ChangeSet, 'changes'>;
  yield `${formatExact(written, 2).slice(0, -2)},\n  "changes": [\n`;
  let isFirst = true;
  for (const change of changes) {
    const text = indented(formatExact(change, 2));
    yield isFirst ? text : `,\n${text}`;
    isFirst = false;
  }
  yield '\n  ]\n}\n';
}

/** The items of a plan as changes of a set. */
export function* changesOfPlan(
  writing: ChangeSetWriting,
  plan: StoredPlan,
  itemIds: readonly string[],
): Generator<SavedChange> {
  for (const itemId of itemIds) {
    const item = writing.store.item(itemId);
    if (item !== undefined) yield savedChange(writing, plan, item);
  }
}

/** Drafts as changes of a set: what was typed, and its base. Drafts without a change are skipped. */
export function* changesOfDrafts(
  { kinds, drafts }: DraftSetWriting,
  keys: readonly DraftKey[],
): Generator<SavedChange> {
  for (const key of keys) {
    const kind = kinds.itemKind(key.kind);
    const { state, base } = drafts.read(key);
    if (base !== null && kind.isIdentical(base, state)) continue;
    yield {
      kind: kind.name,
      kindVersion: kind.version,
      targetId: base === null ? null : key.targetId,
      title: `${base === null ? 'Create' : 'Change'} ${kind.noun.one}`,
      name: kind.nameOf(state),
      difference: linesOf(kind.show(base, state)),
      base: base as SavedChange['base'],
      baseHash: hashOf(base),
      wanted: state as SavedChange['wanted'],
    };
  }
}

function savedChange({ changes, kinds }: ChangeSetWriting, plan: StoredPlan, item: StoredItem): SavedChange {
  const kind = kinds.itemKind(item.kind);
  const read = (state: unknown): SavedChange['base'] =>
    state === null ? null : (kind.parse(state, item.kindVersion) as SavedChange['base']);
  // An undecided change is saved as is, so that the person who opens the file decides.
  const [from, to] = item.decision === null ? [item.before, item.after] : [item.base, item.wanted];
  const base = read(from);
  const { parts } = changes.item(plan.id, item.id);
  return {
    kind: item.kind,
    kindVersion: kind.version,
    targetId: base === null ? null : item.targetId,
    title: item.title,
    name: item.targetName,
    difference: linesOf(parts),
    base,
    baseHash: hashOf(base),
    wanted: read(to),
  };
}

function linesOf(parts: readonly ChangePart[]): string[] {
  return parts
    .filter(({ isChanged }) => isChanged)
    .flatMap((part) => partAsMarkdown(part).trimEnd().split('\n'));
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
