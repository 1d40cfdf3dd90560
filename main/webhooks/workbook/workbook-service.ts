import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import type { Plan } from '../../../contract/changes/changes.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { Workbook } from '../../../contract/webhooks/workbooks.ts';
import { showParts } from '../../changes/kind/compare-states.ts';
import { failure } from '../../platform/errors/failure.ts';
import { webhookParts } from '../kind/webhook-parts.ts';
import type { ComparingParts } from './compare-workbook.ts';
import { compareWorkbook, plansOf } from './compare-workbook.ts';
import type { Described } from './describe-workbook.ts';
import { describeWorkbook } from './describe-workbook.ts';
import { requestOfRules } from './request-of-rules.ts';
import { sourceOfFile } from './source-of-file.ts';
import type { WorkbookRecord } from './workbook-record.ts';
import type { SideParts, WorkbookSides } from './workbook-sides.ts';
import { createWorkbookSides } from './workbook-sides.ts';
import { subjectOf } from './workbook-store.ts';
import type { FileOfRules } from './write-rules-file.ts';
import { fileOfRules } from './write-rules-file.ts';

export interface WorkbookParts extends ComparingParts, SideParts {
  readonly newId: () => string;
}

export type SourceRequest =
  { readonly type: 'tenant'; readonly tenantId: string } | { readonly type: 'file'; readonly fileId: string };

export interface WorkbookRequest {
  readonly source: SourceRequest;
  /** Null: a new file. */
  readonly targetId: string | null;
  /** Keys of the rules that it is about; undefined: all. */
  readonly only: readonly string[] | undefined;
}

/** Migrations of webhooks from one tenant, or a file, to another. Nothing here sends anything: plans do. */
export interface WorkbookService {
  open(request: WorkbookRequest, call: CallContext): Promise<Workbook>;
  /** Refreshes both sides. */
  read(id: string, call: CallContext): Promise<Workbook>;
  /** Changes what is wanted. */
  change(
    id: string,
    change: (record: WorkbookRecord) => Partial<WorkbookRecord>,
    call: CallContext,
  ): Promise<Workbook>;
  parts(id: string, key: string, call: CallContext): Promise<ChangePart[]>;
  plan(id: string, keys: readonly string[] | undefined, call: CallContext): Promise<Plan>;
  /** What a new file is made of. Throws `invalid-input` where nothing is to be written, or the target is a tenant. */
  fileOf(id: string, call: CallContext): Promise<FileOfRules>;
}

/** Runs whose results are shown for each rule. */
const maxRuns = 20;

export function createWorkbookService(parts: WorkbookParts): WorkbookService {
  const { store, changes, tenants, newId, now } = parts;
  const sides = createWorkbookSides(parts);

  async function compare(record: WorkbookRecord, call: CallContext): Promise<Described> {
    const compared = await compareWorkbook(parts, record, await sides.get(record, call));
    return { ...compared, isOpen: sides.openFileOf(record) !== undefined };
  }

  const describe = async (record: WorkbookRecord, call: CallContext): Promise<Workbook> =>
    await describeWorkbook(await compare(record, call));

  return {
    async open({ source: request, targetId, only }, call) {
      if (targetId !== null) tenants.get(targetId);
      const source = await sourceOf(parts, sides, request, targetId);
      if (source.type === 'tenant' && source.tenantId === targetId) {
        throw failure('invalid-input', 'Source and target are the same tenant. Choose another target.');
      }
      const found = store.ofSubject(subjectOf({ source, targetId }));
      const { only: _before, ...known } = found ?? newRecord(newId(), targetId, now());
      const record: WorkbookRecord = {
        ...known,
        source,
        usedAt: now(),
        ...(only === undefined ? {} : { only: [...only] }),
      };
      await sides.load(record, call);
      store.save(record);
      return await describe(record, call);
    },
    async read(id, call) {
      const record = store.get(id);
      await sides.load(record, call);
      return await describe(record, call);
    },
    async change(id, change, call) {
      const record = store.get(id);
      const changed = { ...record, ...change(record), usedAt: now() };
      // At once: another change may begin before this one is compared.
      store.save(changed);
      return await describe(changed, call);
    },
    async parts(id, key, call) {
      const { compared } = await compare(store.get(id), call);
      const rule = compared.find((one) => one.key === key);
      if (rule === undefined) throw failure('not-found', 'This rule is no longer in the source.');
      return showParts(webhookParts, { before: rule.match?.state ?? null, after: rule.wanted });
    },
    async plan(id, keys, call) {
      const record = store.get(id);
      if (record.targetId === null) {
        throw failure(
          'invalid-input',
          'This workbook writes a file, so there is nothing to send. Save the file.',
        );
      }
      const described = await compare(record, call);
      const { request, run } = requestOfRules(described, keys, sides.openFileOf(record));
      const plan = await changes.plan(record.targetId, request, call);
      await noteRun(parts, id, { planId: plan.id, ...run });
      return plan;
    },
    async fileOf(id, call) {
      const record = store.get(id);
      if (record.targetId !== null) {
        throw failure(
          'invalid-input',
          'The target of this workbook is a tenant. Choose a file as the target.',
        );
      }
      return fileOfRules(await compare(record, call));
    },
  };
}

function newRecord(
  id: string,
  targetId: string | null,
  startedAt: number,
): Omit<WorkbookRecord, 'source' | 'usedAt'> {
  return {
    ...{ id, targetId, startedAt },
    ...{ mapping: [], arriveDisabled: false, decisions: {}, entered: {}, runs: [] },
  };
}

async function sourceOf(
  { secrets, tenants, now }: WorkbookParts,
  sides: WorkbookSides,
  request: SourceRequest,
  targetId: string | null,
): Promise<WorkbookRecord['source']> {
  if (request.type === 'tenant') return { type: 'tenant', tenantId: tenants.get(request.tenantId).id };
  return await sourceOfFile(sides.openFile(request.fileId), targetId, { secrets, now });
}

/** Keeps the run with its workbook. What was planned before and not begun is of no more use. */
async function noteRun(
  { store, changes, now }: WorkbookParts,
  id: string,
  run: WorkbookRecord['runs'][number],
): Promise<void> {
  const planned = (await plansOf(changes, store.get(id).runs)).filter(({ plan }) => plan.state === 'planned');
  const waiting = planned.map(({ run: { planId } }) => planId);
  for (const planId of waiting) changes.discard(planId);
  const present = store.get(id);
  const runs = present.runs.filter(({ planId }) => !waiting.includes(planId));
  store.save({ ...present, runs: [...runs, run].slice(-maxRuns), usedAt: now() });
}
