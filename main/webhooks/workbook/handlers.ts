import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { createRulePacker, packSecrets } from '../../../contract/webhooks/workbook-table.ts';
import type { Workbook, WorkbookResponse, WorkbookDecision } from '../../../contract/webhooks/workbooks.ts';
import { failure } from '../../platform/errors/failure.ts';
import { fileStem } from '../../platform/files/file-stem.ts';
import type { Host } from '../../platform/host/host.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { rejectSecrets } from './check-mapping.ts';
import { storeSecret } from './store-secret.ts';
import { writeReceipt } from './receipt.ts';
import { writeRulesFile } from './write-rules-file.ts';
import type { WorkbookRecord } from './workbook-record.ts';
import type { WorkbookParts } from './workbook-service.ts';
import { createWorkbookService } from './workbook-service.ts';

export interface WorkbookHandlerParts extends WorkbookParts {
  readonly host: Pick<Host, 'saveFile'>;
}

export function createWorkbookHandlers(parts: WorkbookHandlerParts): HandlersOf<'workbooks'> {
  const { store, tenants, secrets, host, now } = parts;
  const workbooks = createWorkbookService(parts);

  const nameOfTenant = (tenantId: string): string | undefined =>
    tenants.list().find(({ id }) => id === tenantId)?.name;

  return {
    'workbooks.list': async () =>
      store.list().flatMap(({ id, name: called, source, targetId, usedAt }) => {
        const target = targetId === null ? 'New file' : nameOfTenant(targetId);
        const name = source.type === 'file' ? source.name : nameOfTenant(source.tenantId);
        // A workbook of a removed tenant can't be continued.
        return target === undefined || name === undefined
          ? []
          : [{ id, name: called ?? null, source: name, targetId, target, usedAt }];
      }),
    'workbooks.open': ({ source, targetId, only }, call) =>
      packedWorkbook(workbooks.open({ source, targetId, only }, call)),
    'workbooks.read': ({ workbookId }, call) => packedWorkbook(workbooks.read(workbookId, call)),
    'workbooks.change': ({ workbookId, change }, call) => {
      if (change.set === 'mapping') rejectSecrets(change.rules);
      const changed = workbooks.change(workbookId, (record) => changedMembers(record, change, now()), call);
      return packedWorkbook(changed);
    },
    'workbooks.enterSecret': async ({ workbookId, secretId, value }, call) => {
      const { targetId } = store.get(workbookId);
      if (targetId === null) {
        throw failure('invalid-input', 'Secrets are never written to a file. Enter them when importing it.');
      }
      const stored = await storeSecret(secrets, targetId, secretId, value);
      const changed = workbooks.change(
        workbookId,
        ({ entered }) => ({ entered: { ...entered, [secretId]: stored } }),
        call,
      );
      return await packedWorkbook(changed);
    },
    'workbooks.rule': ({ workbookId, key }, call) => workbooks.parts(workbookId, key, call),
    'workbooks.plan': ({ workbookId, keys }, call) => workbooks.plan(workbookId, keys, call),
    'workbooks.mappings': async () => store.mappings(),
    'workbooks.saveMapping': async ({ workbookId, name }, call) => {
      const { source, targetId, mapping } = store.get(workbookId);
      const from = source.type === 'file' ? 'file' : tenants.get(source.tenantId).environment;
      const to = targetId === null ? 'file' : tenants.get(targetId).environment;
      store.saveMapping({ name, from, to, rules: mapping });
      return await packedWorkbook(workbooks.change(workbookId, () => ({}), call));
    },
    'workbooks.removeMapping': async ({ name }) => {
      store.removeMapping(name);
      return undefined;
    },
    'workbooks.saveFile': async ({ workbookId }, call) => {
      const { suggestedName, rules, idOf } = await workbooks.fileOf(workbookId, call);
      const saved = await host.saveFile(
        { title: 'Save webhooks', suggestedName, extensions: ['.json'] },
        (sink) => writeRulesFile(rules, idOf, sink),
        call.signal,
      );
      if (saved === undefined) return undefined;
      const skipped = new Set(rules.flatMap(({ needed }) => needed.map(({ id }) => id))).size;
      return { fileName: saved.fileName, rules: rules.length, skipped };
    },
    'workbooks.receipt': async ({ workbookId, format }, call) => {
      const workbook = await workbooks.change(workbookId, () => ({}), call);
      const { source, target } = workbook;
      const saved = await host.saveFile(
        {
          title: 'Save receipt',
          suggestedName: `${fileStem(`Migration ${source.name} to ${target.name}`, 'Migration')}.${format}`,
          extensions: [`.${format}`],
        },
        (sink) => sink(writeReceipt(workbook, format, now())),
        call.signal,
      );
      return saved === undefined ? undefined : { fileName: saved.fileName };
    },
  };
}

/** Yields to other work while a long one is transferred. */
async function packedWorkbook(workbook: Promise<Workbook>): Promise<WorkbookResponse> {
  const { rules, secrets, ...others } = await workbook;
  const packer = createRulePacker();
  const yielder = createYielder();
  for (const rule of rules) {
    packer.add(rule);
    if (yielder.isOver()) await yielder.rest();
  }
  return { ...others, rules: packer.table(), secrets: packSecrets(secrets) };
}

type WorkbookChange = Parameters<HandlersOf<'workbooks'>['workbooks.change']>[0]['change'];

function changedMembers(record: WorkbookRecord, change: WorkbookChange, at: number): Partial<WorkbookRecord> {
  if (change.set === 'mapping') return { mapping: change.rules };
  if (change.set === 'arriveDisabled') return { arriveDisabled: change.isOn };
  if (change.set === 'name') return { name: change.name === '' ? undefined : change.name };
  if (change.set === 'allRules') return { only: undefined };
  return { decisions: withDecision(record, change, at) };
}

function withDecision(
  { decisions }: WorkbookRecord,
  { keys, decision }: { readonly keys: readonly string[]; readonly decision: WorkbookDecision | null },
  at: number,
): WorkbookRecord['decisions'] {
  const changed = new Map(Object.entries(decisions));
  for (const key of keys) {
    if (decision === null) changed.delete(key);
    else changed.set(key, { decision, at });
  }
  return Object.fromEntries(changed);
}
