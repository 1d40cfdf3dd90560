import { createHash } from 'node:crypto';
import type { Decision } from '../../../contract/changes/changes.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import { isTenantWide } from '../../../contract/errors/errors.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { ChangeDescription, Verb } from '../kind/change-kind.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { RegisteredAction, RegisteredItemKind } from '../kind/registered-kind.ts';
import type { VersionRecorder } from '../versions/version-recorder.ts';
import type { ItemDetails, StoredItem } from '../record/plan-record.ts';
import type { NewItem } from '../record/item-writes.ts';
import { introducedWarnings } from './introduced-characters.ts';
import { editTexts } from './edit-texts.ts';
import type { PlannedEdit } from './planned-edit.ts';

export interface ItemPlanning {
  readonly kinds: KindTable;
  readonly versions: Pick<VersionRecorder, 'noteSeen'>;
  readonly newId: () => string;
}

type Edit = Extract<PlannedEdit, { type: 'edit' }>;

/** The result of comparing a change of an item with its current state on the tenant. */
interface Compared {
  readonly verb: Verb;
  readonly before: unknown;
  readonly after: unknown;
  readonly basis: ItemDetails['basis'];
  readonly decision: Decision | null;
  /** The tenant already has what is wanted. */
  readonly isDone: boolean;
}

/** Compares one wanted change with a fresh read of the tenant. Sends nothing that changes anything. */
export async function planItem(
  planning: ItemPlanning,
  planned: PlannedEdit,
  context: ChangeContext,
): Promise<NewItem> {
  if (planned.type === 'action') {
    const kind = planning.kinds.get(planned.kind);
    if (kind.type !== 'action')
      throw failure('invalid-input', `A ${kind.noun.one} can be edited, but not run.`);
    return await planAction(planning, kind, planned.input, context);
  }
  const kind = planning.kinds.itemKind(planned.kind);
  const live = planned.targetId === null ? undefined : await kind.read(planned.targetId, context);
  if (kind.hasVersions && live !== undefined && planned.targetId !== null) {
    planning.versions.noteSeen(kind, { tenantId: context.tenant.id, targetId: planned.targetId }, live);
  }
  const edit = planned.type === 'patch' ? patchEdit(kind, planned, live) : planned;
  const compared = await compare(kind, edit, live, context, planned.type === 'patch');
  return await itemOf(planning, kind, edit, compared, context);
}

/** Plans an item of a plan again, after a decision of a person. Its place and what it undoes stay the same. */
export async function planItemAgain(
  planning: ItemPlanning,
  { id, undoes, revives }: StoredItem,
  edit: Edit,
  context: ChangeContext,
): Promise<NewItem> {
  return { ...(await planItem(planning, edit, context)), id, undoes, revives };
}

/** As `planItem`, for one of many: an item with a problem that concerns only itself is skipped. */
export async function planItemOrSkip(
  planning: ItemPlanning,
  planned: PlannedEdit,
  context: ChangeContext,
): Promise<NewItem> {
  try {
    return await planItem(planning, planned, context);
  } catch (error) {
    if (!(error instanceof DeskFailure) || isTenantWide(error.code) || error.code === 'canceled') throw error;
    return await skippedItem(planning, planned, error.error, context);
  }
}

function patchEdit(
  kind: RegisteredItemKind,
  patch: Extract<PlannedEdit, { type: 'patch' }>,
  live: unknown,
): Edit {
  const edit = { type: 'edit', kind: patch.kind, targetId: patch.targetId } as const;
  if (live === undefined) {
    if (patch.set === null) return { ...edit, base: null, wanted: null };
    throw failure('not-found', `This ${kind.noun.one} no longer exists. Refresh the list.`);
  }
  if (patch.set === null) return { ...edit, base: live, wanted: null };
  const members = { ...editTexts(live, patch.texts ?? {}), ...patch.set };
  return { ...edit, base: live, wanted: kind.withMembers(live, members) };
}

async function compare(
  kind: RegisteredItemKind,
  { targetId, base, wanted }: Edit,
  live: unknown,
  context: ChangeContext,
  isFresh: boolean,
): Promise<Compared> {
  // A state stored by an earlier version may contain in plain text what a read hides today.
  const began = await kind.redact(base, context);
  if (wanted === null) {
    const shared = { verb: 'delete', before: live ?? null, after: null } as const;
    if (live === undefined) return { ...shared, basis: 'compared', decision: null, isDone: true };
    const isChanged = !isFresh && began !== null && !kind.isSame(began, live);
    return {
      ...shared,
      basis: isFresh ? 'fresh' : isChanged ? 'changed' : 'compared',
      decision: isChanged ? 'changed-before-delete' : null,
      isDone: false,
    };
  }
  rejectProblems(kind, wanted, live);
  if (targetId === null || live === undefined) {
    const after = await kind.prepare(wanted, { base: null, live: undefined }, context);
    const decision = targetId === null ? null : 'gone';
    return { verb: 'create', before: null, after, basis: 'fresh', decision, isDone: false };
  }
  const mine = await kind.prepare(wanted, { base: began, live }, context);
  // Identical states are the same, too, and most states are identical.
  const isIdentical = kind.isIdentical(began, live);
  const isChanged = !isIdentical && !kind.isSame(began, live);
  const { merged, conflicts } = isIdentical
    ? { merged: mine, conflicts: new Map() }
    : kind.merge({ base: began, theirs: live, mine });
  const isDone = kind.isIdentical(live, merged);
  return {
    verb: 'update',
    before: live,
    after: merged,
    basis: isFresh ? 'fresh' : isChanged ? 'changed' : 'compared',
    decision: conflicts.size > 0 && !isDone ? 'merge' : null,
    isDone,
  };
}

async function itemOf(
  { newId }: ItemPlanning,
  kind: RegisteredItemKind,
  edit: Edit,
  compared: Compared,
  context: ChangeContext,
): Promise<NewItem> {
  const { verb, before, after, basis, decision, isDone } = compared;
  const targetId = edit.targetId ?? '';
  const targetName = nameOf(kind, before ?? after ?? edit.base ?? edit.wanted, targetId);
  const description = isDone
    ? nothingToDo
    : withIntroduced(
        await kind.describe(
          {
            ...{ verb, before, after, sendMode: edit.sendMode },
            targetId: decision === 'gone' ? '' : targetId,
          },
          context,
        ),
        { name: targetName, before, after },
        context,
      );
  const title = description.title ?? `${verbLabels[verb]} ${kind.noun.one}`;
  const summary = isDone ? doneLabels[verb] : (description.summary ?? summaryOf(kind, before, after));
  const { common, differences } = kind.fingerprint(before, after);
  const details = detailsOf(withReason(description, edit.reason), basis);
  return {
    id: newId(),
    state: isDone ? 'unchanged' : 'pending',
    kind: kind.name,
    kindVersion: kind.version,
    verb,
    targetId,
    targetName,
    title,
    summary,
    groupId: groupOf([
      ...[kind.name, verb, title, summary, isDone, decision, basis, common],
      ...[details.warnings, details.risks, details.findings, details.irreversible, details.sends],
      // A risk concerns only this item: within a group it would not be visible.
      ...(description.risks?.length ? [targetId] : []),
    ]),
    typeName: description.typeName ?? '',
    decision,
    base: await kind.redact(edit.base, context),
    wanted: await kind.redact(edit.wanted, context),
    before,
    after,
    details: differences.length === 0 || isDone ? details : { ...details, differences: [...differences] },
    draft: edit.draft ?? null,
    undoes: edit.undoes ?? null,
    revives: edit.revives ?? null,
    error: undefined,
  };
}

async function planAction(
  { newId }: ItemPlanning,
  kind: RegisteredAction,
  input: unknown,
  context: ChangeContext,
): Promise<NewItem> {
  const parsed = kind.parse(input, kind.version);
  const action = await kind.describe(parsed, context);
  const description = withIntroduced(
    action,
    { name: action.targetName, before: null, after: [parsed, action.shown] },
    context,
  );
  return {
    id: newId(),
    state: 'pending',
    kind: kind.name,
    kindVersion: kind.version,
    verb: 'run',
    targetId: '',
    targetName: description.targetName,
    title: description.title,
    summary: description.summary,
    groupId: groupOf([kind.name, description.title, newId()]),
    typeName: description.typeName ?? '',
    decision: null,
    base: null,
    wanted: null,
    before: null,
    after: parsed,
    details: { ...detailsOf(description, 'fresh'), shown: description.shown },
    draft: null,
    undoes: null,
    revives: null,
    error: undefined,
  };
}

async function skippedItem(
  { kinds, newId }: ItemPlanning,
  planned: PlannedEdit,
  error: DeskError,
  context: ChangeContext,
): Promise<NewItem> {
  const kind = kinds.get(planned.kind);
  const redact = async (state: unknown): Promise<unknown> =>
    kind.type === 'item' ? await kind.redact(state, context) : null;
  const edit = planned.type === 'edit' ? planned : undefined;
  const targetId = planned.type === 'action' ? '' : (planned.targetId ?? '');
  const state = edit?.wanted ?? edit?.base ?? null;
  return {
    id: newId(),
    state: 'left-out',
    kind: kind.name,
    kindVersion: kind.version,
    verb: planned.type === 'action' ? 'run' : 'update',
    targetId,
    targetName: kind.type === 'item' ? nameOf(kind, state, targetId) : kind.noun.one,
    title: `Change ${kind.noun.one}`,
    summary: error.message,
    groupId: groupOf([kind.name, 'left-out', error.code, error.message]),
    typeName: '',
    decision: null,
    base: await redact(edit?.base ?? null),
    wanted: await redact(edit?.wanted ?? null),
    before: null,
    after: null,
    details: { basis: 'fresh', warnings: [], steps: [] },
    draft: edit?.draft ?? null,
    undoes: edit?.undoes ?? null,
    revives: edit?.revives ?? null,
    error,
  };
}

function rejectProblems(kind: RegisteredItemKind, wanted: unknown, live: unknown): void {
  const problems = kind.problemsOf(wanted, live);
  const [first] = problems;
  if (first === undefined) return;
  throw failure('invalid-input', `${kind.nameOf(wanted) || `The ${kind.noun.one}`}: ${first.message}`, {
    detail: problems.map(({ part, message }) => `${part}: ${message}`).join('\n'),
  });
}

const verbLabels: Readonly<Record<Verb, string>> = { create: 'Create', update: 'Change', delete: 'Delete' };
const doneLabels: Readonly<Record<Verb, string>> = {
  create: 'Already exists',
  update: 'No change',
  delete: 'Already deleted',
};
const nothingToDo: ChangeDescription = { warnings: [], steps: [] };

/** Adds warnings of unseen characters and hosts that the change introduces; on production each is also a risk. */
function withIntroduced<Description extends Pick<ChangeDescription, 'warnings' | 'risks'>>(
  description: Description,
  change: { readonly name: string; readonly before: unknown; readonly after: unknown },
  { tenant }: ChangeContext,
): Description {
  const { warnings, risks } = introducedWarnings(change, tenant.environment === 'production');
  if (warnings.length === 0) return description;
  return {
    ...description,
    warnings: [...description.warnings, ...warnings],
    risks: [...(description.risks ?? []), ...risks],
  };
}

function withReason(description: ChangeDescription, reason: string | undefined): ChangeDescription {
  return reason === undefined ? description : { ...description, warnings: [reason, ...description.warnings] };
}

/** The description of a change in the form in which it is stored. */
export function detailsOf(
  { warnings, findings, risks, sends, steps, sendMode, irreversible }: ChangeDescription,
  basis: ItemDetails['basis'],
): ItemDetails {
  return {
    basis,
    warnings: [...warnings],
    ...(findings === undefined || findings.length === 0 ? {} : { findings: [...findings] }),
    ...(risks === undefined || risks.length === 0 ? {} : { risks: [...risks] }),
    ...(sends === undefined || sends.length === 0 ? {} : { sends: [...sends] }),
    steps: steps.map((step) => ({ ...step })),
    ...(sendMode === undefined ? {} : { sendMode }),
    ...(irreversible === undefined ? {} : { irreversible }),
  };
}

function nameOf(kind: RegisteredItemKind, state: unknown, targetId: string): string {
  const name = state === null ? '' : kind.nameOf(state);
  return name === '' ? targetId : name;
}

function summaryOf(kind: RegisteredItemKind, before: unknown, after: unknown): string {
  return before === null || after === null ? '' : kind.summarize(before, after);
}

/** Items with equal facts, except for the differences listed with the group, are shown as one line. */
function groupOf(facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);
}
