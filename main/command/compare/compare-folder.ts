import type { PlanItem } from '../../../contract/changes/changes.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Context } from '../context.ts';
import type { FolderItem, LiveItem } from '../folder/item.ts';
import { liveItems } from '../folder/live-items.ts';
import { nameKey, pathKey } from '../folder/item.ts';
import { planEdits } from '../folder/planned.ts';
import type { TenantContent } from '../folder/read-tenant.ts';
import { readTenant } from '../folder/read-tenant.ts';
import { namedItems, readValues, resolveItems } from '../folder/resolve-items.ts';
import type { Problem } from '../folder/wanted.ts';
import { wantedOf } from '../folder/wanted.ts';
import { differingParts, oneSided, summaryOf } from './compare-items.ts';
import type { Comparison, ItemDifference } from './difference.ts';
import { reversedPart } from './difference.ts';
import type { LastChange } from './last-changes.ts';
import { readLastChanges } from './last-changes.ts';

export interface FolderComparison {
  /** The folder, for messages and its `tdesk.json`. */
  readonly source: string;
  readonly items: readonly FolderItem[];
  readonly profile: TenantProfile;
  readonly concurrency: number;
  /** Adds who changed what. */
  readonly namesPeople: boolean;
}

/**
 * Compares a folder (first) with a tenant as it is now (second), with the rules of plans: what the folder doesn't say isn't
 * compared, and neither are secrets without a value. Sends no changes.
 */
export async function compareFolder(
  context: Context,
  { source, items: written, profile, concurrency, namesPeople }: FolderComparison,
): Promise<Comparison> {
  const { output } = context;
  const { call } = await context.desk();
  const withMembers = written.some(
    ({ kind, document }) => kind === 'role' && document['members'] !== undefined,
  );
  const content = await readTenant({ call, tenantId: profile.id, output, concurrency, withMembers });
  const values = await readValues(context, { source, profile, items: written });
  const items = namedItems(written, values);
  const live = liveItems(content, items);
  const { present, missing } = splitByPresence(items, live);
  // Values of what the tenant no longer has aren't needed.
  const resolved = resolveItems(present, live, values);
  const wanted = wantedOf({ content, live, items: resolved.filter(isPlanned) });
  const { plan, planItems } = await planEdits(call, profile, wanted.edits);
  if (plan !== undefined) await call('changes.discard', { planId: plan.id });
  const added = addedItems(items, live);
  const found = [
    ...planItems.flatMap(planDifference),
    ...[...wanted.conflicts, ...wanted.skipped].map(unclear),
    ...missing.map((item) => oneSided(item, 'first')),
    ...resolved.filter((item) => !isPlanned(item)).flatMap((item) => documentDifference(item, live)),
    ...added,
  ];
  const changes = namesPeople && found.length > 0 ? await readLastChanges(context, profile) : [];
  const differing = new Set(found.map(({ kind, name }) => `${kind} ${name}`));
  return {
    items: found.map((item) => withPerson(item, content, changes)),
    same: Math.max(0, items.length - differing.size + added.length),
  };
}

function planDifference({
  verb,
  state,
  decision,
  target,
  summary,
  parts,
  error,
}: PlanItem): ItemDifference[] {
  const common = { kind: target.kind, name: target.name, id: target.id };
  if (state === 'unchanged') return [];
  if (state !== 'pending' || decision !== null) {
    return [{ ...common, difference: 'unclear', summary: error?.message ?? summary, parts: [] }];
  }
  if (verb === 'create') return [{ ...common, difference: 'first', summary: '', parts: [] }];
  const changed = parts.filter(({ isChanged }) => isChanged).map(reversedPart);
  return [{ ...common, difference: 'different', summary: summaryOf(changed), parts: changed }];
}

const unclear = ({ kind, name, message }: Problem): ItemDifference => ({
  ...{ kind, name, id: '', difference: 'unclear', summary: message, parts: [] },
});

/** `missing`: the tenant has no such item, not even one of the same name. */
function splitByPresence(items: readonly FolderItem[], live: readonly LiveItem[]) {
  const paths = new Set(live.map(({ item }) => pathKey(item)));
  const names = new Set(live.map(({ item }) => nameKey(item)));
  const isPresent = (item: FolderItem): boolean => paths.has(pathKey(item)) || names.has(nameKey(item));
  return { present: items.filter(isPresent), missing: items.filter((item) => !isPresent(item)) };
}

/** Roles are read-only in plans, and assignments name applications: both are compared as documents. */
const isPlanned = ({ kind }: FolderItem): boolean => kind !== 'role' && kind !== 'assignments';

/** Compares the members that the file has. */
function documentDifference(item: FolderItem, live: readonly LiveItem[]): ItemDifference[] {
  const { kind, name } = item;
  const now = live.find((each) => pathKey(each.item) === pathKey(item));
  if (now === undefined) {
    const summary = 'Several have this name. Write the ID of one into the file.';
    return [{ kind, name, id: '', difference: 'unclear', summary, parts: [] }];
  }
  const document = Object.fromEntries(
    Object.entries(now.item.document).filter(([member]) => Object.hasOwn(item.document, member)),
  );
  const parts = differingParts(item, { ...now.item, document });
  if (parts.length === 0) return [];
  return [{ kind, name, id: now.id, difference: 'different', summary: summaryOf(parts), parts }];
}

/** What only the tenant has. Roles and assignments only if the folder holds any: a folder may hold a part of a tenant. */
function addedItems(items: readonly FolderItem[], live: readonly LiveItem[]): ItemDifference[] {
  const present = new Set(items.map(pathKey));
  const kinds = new Set(items.map(({ kind }) => kind));
  return live
    .filter(({ item }) => item.kind === 'application' || item.kind === 'webhook' || kinds.has(item.kind))
    .filter(({ item }) => !present.has(pathKey(item)))
    .map(({ item, id }) => ({ ...oneSided(item, 'second'), id }));
}

function withPerson(
  item: ItemDifference,
  { webhooks }: TenantContent,
  changes: readonly LastChange[],
): ItemDifference {
  const subject = item.kind === 'configuration' || item.kind === 'origins' ? 'TenantConfig' : 'Application';
  const event =
    subject === 'TenantConfig'
      ? item.kind === 'configuration'
        ? changes.find((change) => change.subject === subject)
        : undefined
      : changes.find((change) => change.subject === subject && change.id === item.id);
  if (event !== undefined) return { ...item, changedBy: event.by, changedAt: event.at };
  const updatedAt = webhooks.find(({ id }) => id === item.id)?.updatedAt ?? null;
  return updatedAt === null ? item : { ...item, changedAt: new Date(updatedAt).toISOString() };
}
