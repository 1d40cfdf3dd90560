import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import { counted } from '../../../contract/values/counted.ts';
import { migrationTitle } from '../../../contract/webhooks/migration-title.ts';
import type { ChangeRequest, Plan } from '../../../contract/changes/changes.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { Workbook } from '../../../contract/webhooks/workbooks.ts';
import type { ChangeService } from '../../changes/service/change-service.ts';
import { showParts } from '../../changes/kind/compare-states.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import type { OpenedExport } from '../files/export-file.ts';
import { digestOfFile } from '../files/known-states.ts';
import type { ShownHeaders } from '../secrets/shown-headers.ts';
import { webhookKindName } from '../kind/webhook-kind.ts';
import { webhookParts } from '../kind/webhook-parts.ts';
import type { ComparedRule } from './compare-rules.ts';
import { compareRules } from './compare-rules.ts';
import { rulesForFile, shownHeadersOf } from './rules-for-file.ts';
import type { Described } from './describe-workbook.ts';
import { describeWorkbook, goesAsFile, isReady } from './describe-workbook.ts';
import type { SideReading, Sides } from './read-sides.ts';
import { readSides } from './read-sides.ts';
import { doneSince, runsOfRules } from './runs-of-workbook.ts';
import { sourceOfFile } from './source-of-file.ts';
import type { WorkbookRecord } from './workbook-record.ts';
import type { WorkbookStore } from './workbook-store.ts';
import { subjectOf } from './workbook-store.ts';
import type { FileOfRules } from './write-rules-file.ts';
import { fileOfRules } from './write-rules-file.ts';

export interface WorkbookParts extends SideReading {
  readonly store: WorkbookStore;
  readonly shownHeaders: Pick<ShownHeaders, 'names'>;
  readonly files: OpenedFiles<OpenedExport>;
  readonly changes: Pick<ChangeService, 'plan' | 'get' | 'items' | 'discard'>;
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
  /** Reads both sides anew. */
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

/** Workbooks whose sides stay in memory. */
const mostLoaded = 3;
/** Runs of which what became of each rule is shown. */
const mostRuns = 20;

export function createWorkbookService(parts: WorkbookParts): WorkbookService {
  const { store, files, changes, secrets, tenants, now } = parts;
  const loaded = new Map<string, Sides>();
  /** Files of this session, by what they hold. */
  const openFiles = new Map<string, string>();

  async function load(record: WorkbookRecord, call: CallContext): Promise<Sides> {
    const sides = await readSides(parts, record, call);
    loaded.delete(record.id);
    loaded.set(record.id, sides);
    const oldest = loaded.keys().next();
    if (loaded.size > mostLoaded && !oldest.done) loaded.delete(oldest.value);
    return sides;
  }

  /** The file that the rules come from, while it is still there to be sent. */
  function openFileOf({ source }: WorkbookRecord): string | undefined {
    const fileId = source.type === 'file' ? openFiles.get(source.digest) : undefined;
    if (fileId === undefined) return undefined;
    try {
      files.get(fileId);
      return fileId;
    } catch {
      return undefined;
    }
  }

  /** What is there of these runs' plans. */
  async function plansOf<Run extends { readonly planId: string }>(
    runs: readonly Run[],
  ): Promise<{ readonly run: Run; readonly plan: Plan }[]> {
    const found: { readonly run: Run; readonly plan: Plan }[] = [];
    for (const run of runs) {
      const plan = await changes.get(run.planId).catch(() => undefined);
      if (plan !== undefined) found.push({ run, plan });
    }
    return found;
  }

  async function compare(record: WorkbookRecord, call: CallContext): Promise<Described> {
    const sides = loaded.get(record.id) ?? (await load(record, call));
    const { source, targetId } = record;
    if (targetId === null) return await compareForFile(record, sides);
    const target = tenants.get(targetId);
    const begun = (await plansOf(record.runs)).filter(({ plan }) => plan.state !== 'planned');
    const begunAt = new Map(begun.map(({ plan }) => [plan.id, plan.appliedAt ?? 0]));
    const runs = runsOfRules(changes, { runs: begun.map(({ run }) => run) });
    const compared = await compareRules({
      record,
      rules: sides.rules,
      target: sides.target,
      targetName: target.name,
      ownerId: source.type === 'tenant' ? source.tenantId : targetId,
      hide: await secrets.hiderFor(targetId),
      secrets,
      done: doneSince(runs, (planId) => begunAt.get(planId) ?? 0),
    });
    return {
      record,
      sides,
      compared,
      source: source.type === 'tenant' ? tenants.get(source.tenantId) : undefined,
      target,
      isOpen: openFileOf(record) !== undefined,
      runs,
      run: begun.at(-1)?.plan ?? null,
      mappings: store.mappings(),
    };
  }

  /** For a new file: nothing is compared, and nothing runs. */
  async function compareForFile(record: WorkbookRecord, sides: Sides): Promise<Described> {
    const { source } = record;
    const ownerId = source.type === 'tenant' ? source.tenantId : undefined;
    const showHeaders = ownerId === undefined ? undefined : shownHeadersOf(parts, ownerId);
    return {
      record,
      sides,
      compared: await rulesForFile({ record, rules: sides.rules, showHeaders }),
      source: ownerId === undefined ? undefined : tenants.get(ownerId),
      target: undefined,
      isOpen: openFileOf(record) !== undefined,
      runs: new Map(),
      run: null,
      mappings: store.mappings(),
    };
  }

  const describe = async (record: WorkbookRecord, call: CallContext): Promise<Workbook> =>
    await describeWorkbook(await compare(record, call));

  async function sourceOf(
    request: SourceRequest,
    targetId: string | null,
  ): Promise<WorkbookRecord['source']> {
    if (request.type === 'tenant') return { type: 'tenant', tenantId: tenants.get(request.tenantId).id };
    const opened = files.get(request.fileId);
    openFiles.set(digestOfFile(opened.file.bytes), request.fileId);
    return await sourceOfFile(opened, targetId, { secrets, now });
  }

  /** What the plan is made of, and for which rules. Throws `invalid-input` where nothing can be sent. */
  function requestFor(described: Described, keys: readonly string[] | undefined) {
    const { record, compared, source } = described;
    const isAsked = new Set(keys ?? compared.map(({ key }) => key));
    const fileId = isAsked.size === compared.length && goesAsFile(described) ? openFileOf(record) : undefined;
    const rules = compared.filter((rule) => isAsked.has(rule.key) && (fileId !== undefined || isReady(rule)));
    if (rules.length === 0) {
      throw failure(
        'invalid-input',
        'There is nothing to send: all rules are skipped, undecided or wait for a secret.',
      );
    }
    const from = source?.name ?? (record.source.type === 'file' ? record.source.name : '');
    const title = titleOfRun(record, from, rules.length);
    const request: ChangeRequest =
      fileId !== undefined
        ? {
            from: 'action',
            kind: 'webhook-file',
            inputs: [{ fileId, arriveDisabled: record.arriveDisabled, disableUnknown: true }],
            title,
          }
        : {
            from: 'edits',
            title,
            edits: rules.map(editOf),
          };
    return { request, run: { keys: rules.map(({ key }) => key), isWhole: fileId !== undefined } };
  }

  return {
    async open({ source: request, targetId, only }, call) {
      if (targetId !== null) tenants.get(targetId);
      const source = await sourceOf(request, targetId);
      if (source.type === 'tenant' && source.tenantId === targetId) {
        throw failure('invalid-input', 'Source and target are the same tenant. Choose another target.');
      }
      const found = store.ofSubject(subjectOf({ source, targetId }));
      const { only: _before, ...known } = found ?? newRecord(parts.newId(), targetId, now());
      const record: WorkbookRecord = {
        ...known,
        source,
        usedAt: now(),
        ...(only === undefined ? {} : { only: [...only] }),
      };
      await load(record, call);
      store.save(record);
      return await describe(record, call);
    },
    async read(id, call) {
      const record = store.get(id);
      await load(record, call);
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
      return showParts(webhookParts, { before: rule.namesake?.state ?? null, after: rule.wanted });
    },
    async plan(id, keys, call) {
      const record = store.get(id);
      if (record.targetId === null) {
        throw failure(
          'invalid-input',
          'This workbook writes a file, so there is nothing to send. Save the file.',
        );
      }
      const { request, run } = requestFor(await compare(record, call), keys);
      const plan = await changes.plan(record.targetId, request, call);
      // What was planned before and not begun is of no more use.
      const planned = (await plansOf(store.get(id).runs)).filter(
        ({ plan: { state } }) => state === 'planned',
      );
      const waiting = planned.map(({ run: { planId } }) => planId);
      for (const planId of waiting) changes.discard(planId);
      const present = store.get(id);
      const runs = present.runs.filter(({ planId }) => !waiting.includes(planId));
      store.save({
        ...present,
        runs: [...runs, { planId: plan.id, ...run }].slice(-mostRuns),
        usedAt: now(),
      });
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

/** `Migrate “Staging to production” from Staging · 4 webhooks` */
function titleOfRun({ name }: WorkbookRecord, from: string, count: number): string {
  const called = name === undefined ? '' : ` “${name}”`;
  return migrationTitle(`${called} from ${from} · ${counted(count, 'webhook')}`);
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

function editOf({ decision, namesake, wanted }: ComparedRule) {
  return decision === 'replace' && namesake !== undefined
    ? { kind: webhookKindName, targetId: namesake.id, base: stateOf(namesake.state), wanted: stateOf(wanted) }
    : { kind: webhookKindName, targetId: null, base: null, wanted: stateOf(wanted) };
}

/** A state as the contract of changes has it: plain data. */
const stateOf = (state: WebhookState) => ({ ...state });
