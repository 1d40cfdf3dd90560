import { randomUUID } from 'node:crypto';
import type { Edit, Plan, PlanItem } from '../../../contract/changes/changes.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { isSameAddress } from '../../../contract/values/normalized-address.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import type { CallOptions, Desk } from '../desk/desk.ts';
import type { Fingerprints } from './fingerprints.ts';
import { changedSince, fingerprintsOf, reviewDigest } from './fingerprints.ts';
import type { FolderItem } from './item.ts';
import { pathKey } from './item.ts';
import { liveItems } from './live-items.ts';
import type { PlanFile } from './plan-file.ts';
import { readSource } from './plan-file.ts';
import { itemsOfPlan } from './plan-items.ts';
import { requireFolder } from './read-folder.ts';
import { readTenant } from './read-tenant.ts';
import { namedItems, readValues, resolveItems, restoredItems, usedValues } from './resolve-items.ts';
import { tenantOfFolder } from './tenant-of-folder.ts';
import type { Comparing } from './folder-index.ts';
import type { Problem, Wanted } from './wanted.ts';
import { wantedOf } from './wanted.ts';
import { deletionsOf } from './deletions.ts';

export interface PlanOptions {
  readonly delete: readonly string[];
  readonly maxDeletes: number;
  readonly concurrency: number;
  /** What changed since a saved plan is merged instead of rejecting the plan. */
  readonly merge: boolean;
}

export interface Summary {
  readonly create: number;
  readonly update: number;
  readonly delete: number;
  readonly unchanged: number;
  readonly conflict: number;
  readonly skipped: number;
}

/** A change plan made of a folder or a saved plan, compared with the tenant as it is now. */
export interface Planned {
  readonly profile: TenantProfile;
  readonly source: string;
  /** Undefined where nothing is to be changed. */
  readonly plan: Plan | undefined;
  /** What differs. */
  readonly items: readonly PlanItem[];
  readonly summary: Summary;
  readonly conflicts: readonly Problem[];
  readonly skipped: readonly Problem[];
  /** As `--out` saves it; undefined for a change set, which is a file already. A function: most plans aren't saved. */
  readonly toFile: (() => PlanFile) | undefined;
  /** False for a saved plan that would now change something else than its review showed. */
  readonly isAsReviewed: boolean;
}

/** Plans a folder, a change set, or a saved plan again. Throws `plan-outdated` where what a file was made from has changed since. */
export async function planSource(context: Context, source: string, options: PlanOptions): Promise<Planned> {
  const found = await readSource(source);
  if (found.type === 'change-set') return await planChangeSet(context, source, options);
  const saved = found.type === 'plan' ? found.file : undefined;
  const items = saved?.items ?? requireFolder(source);
  const profile = await tenantOfFolder(context, source, saved?.tenant.url);
  if (saved !== undefined) rejectOtherTenant(saved, profile);
  const { call } = await context.desk();
  const { output } = context;
  const reading = {
    call,
    tenantId: profile.id,
    output,
    concurrency: options.concurrency,
    withMembers: false,
    reading: randomUUID(),
  };
  const content = await readTenant(reading);
  if (saved !== undefined && !options.merge) rejectChanged(source, saved.reads, fingerprintsOf(content));
  const values = await readValues(context, { source, profile, items, saved: saved?.values });
  const live = liveItems(content, namedItems(items, values));
  const resolvedItems = resolveItems(items, live, values);
  const bases = saved !== undefined && options.merge ? restoredItems(saved.bases, live) : undefined;
  const comparing: Comparing = {
    content,
    live,
    items: resolvedItems,
    bases: bases && new Map(bases.map((item) => [pathKey(item), item])),
  };
  const wanted = wantedOf(comparing);
  const deletes = saved?.deletes ?? [];
  const deletions = deletionsOf(
    comparing,
    saved === undefined ? options.delete : deletes.map(({ kind, id }) => `${kind}:${id}`),
    saved === undefined ? options.maxDeletes : deletes.length,
  );
  const { plan, planItems } = await planEdits(call, profile, [...wanted.edits, ...deletions], reading);
  const unchanged = wanted.unchanged + (saved?.summary['unchanged'] ?? 0);
  const difference = differenceOf({ ...wanted, unchanged }, planItems);
  const changedPaths = new Set(wanted.changed.map(pathKey));
  const isChanged = (item: FolderItem): boolean => changedPaths.has(pathKey(item));
  return {
    ...{ profile, source, plan, ...difference },
    isAsReviewed: saved === undefined || saved.review === reviewDigest(planItems),
    toFile: () => ({
      schema: 'tdesk/plan-file/v1',
      createdAt: new Date().toISOString(),
      tenant: { name: profile.name, url: profile.baseUrl },
      summary: { ...difference.summary },
      items: items.filter(isChanged),
      bases: live.map(({ item }) => item).filter(isChanged),
      values: usedValues(items.filter(isChanged), values),
      deletes: deletions.map((edit) => deleted(edit, planItems)),
      reads: fingerprintsOf(content),
      review: reviewDigest(planItems),
    }),
  };
}

/** Plans a change set that a window or `plan --change-set` saved. */
async function planChangeSet(
  context: Context,
  source: string,
  { merge }: Pick<PlanOptions, 'merge'>,
): Promise<Planned> {
  const { call } = await context.desk();
  const opened = await call('changeSets.open', undefined, { files: { open: source } });
  if (opened === undefined) throw failure('file-unreadable', `${source} can’t be read.`);
  const made = { name: opened.tenantName, url: opened.tenantAddress };
  const profile = await tenantOfFolder(context, source, opened.tenantId ?? made.url);
  rejectOtherTenant({ tenant: made }, profile);
  const request = { from: 'change-set' as const, fileId: opened.fileId };
  const plan = await call('changes.plan', { tenantId: profile.id, request });
  const items = await itemsOfPlan(call, plan);
  try {
    if (!merge) rejectMerged(source, items);
  } catch (error) {
    await call('changes.discard', { planId: plan.id });
    throw error;
  }
  return {
    ...{ profile, source, plan, toFile: undefined, isAsReviewed: true },
    ...differenceOf({ unchanged: 0, conflicts: [], skipped: [] }, items),
  };
}

/** The change service merges what both sides changed; a command applies only what was reviewed. */
function rejectMerged(source: string, items: readonly PlanItem[]): void {
  const changed = items.filter(({ basis, decision }) => basis === 'changed' && decision === null);
  if (changed.length > 0)
    throw outdated(
      source,
      changed.map(({ target }) => `${target.kind} ${target.name}`),
    );
}

const isUndecided = ({ state, decision }: PlanItem): boolean => state === 'pending' && decision !== null;

function deleted({ kind, targetId }: Edit, items: readonly PlanItem[]) {
  const id = targetId ?? '';
  return { kind, id, name: items.find(({ target }) => target.id === id)?.target.name ?? id };
}

function rejectOtherTenant({ tenant }: Pick<PlanFile, 'tenant'>, profile: TenantProfile): void {
  if (isSameAddress(tenant.url, profile.baseUrl)) return;
  throw failure(
    'invalid-input',
    `This plan was made for ${tenant.name} (${tenant.url}), not for ${profile.name} (${profile.baseUrl}). Nothing was sent. Make a plan for ${profile.name}.`,
  );
}

/** Names that are listed of what changed. */
const maxNamed = 10;

function rejectChanged(source: string, before: Fingerprints, now: Fingerprints): void {
  const changed = changedSince(before, now);
  if (changed.length === 0) return;
  throw outdated(source, changed);
}

function outdated(source: string, changed: readonly string[]): DeskFailure {
  const named = changed.slice(0, maxNamed).join(', ');
  const more = changed.length > maxNamed ? ` and ${changed.length - maxNamed} more` : '';
  return failure(
    'plan-outdated',
    `${source} no longer applies: these changed since it was made: ${named}${more}. Nothing was sent.`,
  );
}

/** The plan of the change service, and all of its items as a review shows them. */
export async function planEdits(
  call: Desk['call'],
  { id: tenantId }: Pick<TenantProfile, 'id'>,
  edits: readonly Edit[],
  options: Pick<CallOptions, 'reading'> = {},
): Promise<{ readonly plan: Plan | undefined; readonly planItems: PlanItem[] }> {
  if (edits.length === 0) return { plan: undefined, planItems: [] };
  const request = { from: 'edits' as const, edits: [...edits] };
  // What the edits were made from was read a moment ago, and applying a change reads it once more.
  const plan = await call('changes.plan', { tenantId, request }, options);
  return { plan, planItems: await itemsOfPlan(call, plan) };
}

const problemsOf = (items: readonly PlanItem[], is: (item: PlanItem) => boolean): Problem[] =>
  items.filter(is).map(({ target, summary, error, decision }) => ({
    kind: target.kind,
    name: target.name,
    path: '',
    message: error?.message ?? decisionText(decision) ?? summary,
  }));

function decisionText(decision: PlanItem['decision']): string | undefined {
  switch (decision) {
    case 'merge':
      return 'The folder and the tenant changed the same part.';
    case 'changed-before-delete':
      return 'It changed on the tenant, and is to be deleted.';
    case 'gone':
      return 'It is no longer on the tenant.';
    case null:
      return undefined;
  }
}

/** What differs, of the items of a plan and of what was found before it was made. */
function differenceOf(
  found: Pick<Wanted, 'unchanged' | 'conflicts' | 'skipped'>,
  planItems: readonly PlanItem[],
): Pick<Planned, 'items' | 'summary' | 'conflicts' | 'skipped'> {
  const items = planItems.filter(({ state }) => state !== 'unchanged');
  const conflicts = [...found.conflicts, ...problemsOf(planItems, isUndecided)];
  const skipped = [...found.skipped, ...problemsOf(planItems, ({ state }) => state === 'left-out')];
  const count = (verb: PlanItem['verb']): number =>
    items.filter((item) => item.verb === verb && item.state === 'pending' && item.decision === null).length;
  const summary = {
    create: count('create'),
    update: count('update'),
    delete: count('delete'),
    unchanged: found.unchanged + planItems.length - items.length,
    conflict: conflicts.length,
    skipped: skipped.length,
  };
  return { items, summary, conflicts, skipped };
}
