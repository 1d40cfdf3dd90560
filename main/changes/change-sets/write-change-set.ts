import type { PlanItem } from '../../../contract/changes.ts';
import type { TenantProfile } from '../../../contract/tenants.ts';
import { failure } from '../../platform/failure.ts';
import type { KindTable } from '../kind/kind-table.ts';
import { partAsMarkdown } from '../plan/part-as-markdown.ts';
import type { StoredItem, StoredPlan } from '../plan/plan-record.ts';
import type { PlanStore } from '../plan/plan-store.ts';
import type { ChangeSet, SavedChange } from './change-set-file.ts';
import { changeSetFormat, changeSetVersion, hashOf, mostChanges, tenantOfSet } from './change-set-file.ts';

export interface ChangeSetWriting {
  readonly store: PlanStore;
  readonly kinds: KindTable;
  readonly changes: { item(planId: string, itemId: string): PlanItem };
}

/** The items of a plan that a change-set can hold. Throws `invalid-input` where there is none, or something else too. */
export function itemsToSave({ store }: ChangeSetWriting, plan: StoredPlan): readonly string[] {
  const ids = store.itemIds(plan.id, ['pending']);
  if (ids.length === 0) {
    throw failure('invalid-input', 'The tenant is as wanted already: there is nothing to save.');
  }
  if (ids.length > mostChanges) {
    throw failure(
      'invalid-input',
      `A change-set holds ${mostChanges.toLocaleString('en')} changes at most, and this plan has ${ids.length.toLocaleString('en')}. Plan it in parts and save each.`,
    );
  }
  if (store.aims(plan.id, ['pending']).some(({ verb }) => verb === 'run')) {
    throw failure(
      'invalid-input',
      'What is done rather than edited, such as the import of a file, is not saved in a change-set. Hand on the file itself.',
    );
  }
  return ids;
}

/** A change-set piece by piece: a plan over thousands of things is never held whole. */
export function* changeSetText(
  writing: ChangeSetWriting,
  {
    plan,
    tenant,
    itemIds,
  }: { readonly plan: StoredPlan; readonly tenant: TenantProfile; readonly itemIds: readonly string[] },
  { createdAt, createdBy }: { readonly createdAt: number; readonly createdBy: string },
): Generator<string> {
  const head = {
    format: changeSetFormat,
    version: changeSetVersion,
    title: plan.title,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    tenant: tenantOfSet(tenant),
  } satisfies Omit<ChangeSet, 'changes'>;
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "changes": [\n`;
  for (const [index, itemId] of itemIds.entries()) {
    const item = writing.store.item(itemId);
    if (item === undefined) continue;
    const change = indented(JSON.stringify(savedChange(writing, plan, item), null, 2));
    yield index === 0 ? change : `,\n${change}`;
  }
  yield '\n  ]\n}\n';
}

function savedChange({ changes, kinds }: ChangeSetWriting, plan: StoredPlan, item: StoredItem): SavedChange {
  const kind = kinds.thing(item.kind);
  const read = (state: unknown): SavedChange['base'] =>
    state === null ? null : (kind.parse(state, item.kindVersion) as SavedChange['base']);
  // What is not decided yet is handed on as it is, so that whoever opens the file decides it.
  const [from, to] = item.decision === null ? [item.before, item.after] : [item.base, item.wanted];
  const base = read(from);
  const { parts } = changes.item(plan.id, item.id);
  return {
    kind: item.kind,
    kindVersion: kind.version,
    targetId: base === null ? null : item.targetId,
    title: item.title,
    name: item.targetName,
    difference: parts
      .filter(({ isChanged }) => isChanged)
      .flatMap((part) => partAsMarkdown(part).trimEnd().split('\n')),
    base,
    baseHash: hashOf(base),
    wanted: read(to),
  };
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
