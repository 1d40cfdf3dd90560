import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallContext, HandlersOf } from '../../../contract/bridge/methods.ts';
import type { OpenedExportFile } from '../../../contract/webhooks/migration.ts';
import { maxExportFileBytes } from '../../../contract/webhooks/migration.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import type { Host } from '../../platform/host/host.ts';
import type { OpenedFile } from '../../platform/files/opened-file.ts';
import type { TenantClient } from '../../tenants/client/tenant-client.ts';
import type { SnapshotCache } from '../../platform/storage/read-through.ts';
import { exportRules } from '../../tenants/endpoints/rule-files.ts';
import { readRules } from '../../tenants/endpoints/rule-record.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { RuleStatusMeanings } from '../kind/rule-status.ts';
import type { WebhookSecrets } from '../secrets/webhook-secrets.ts';
import type { OpenedExport } from './export-file.ts';
import { prepareToReadExport, readExportFile } from './export-file.ts';
import { digestOfFile, knownStates } from './known-states.ts';
import { pageOfRules } from './page-of-rules.ts';
import type { EnabledById, ExportedStates } from './exported-states.ts';
import { enabledOf } from './exported-states.ts';

export interface MigrationParts {
  readonly client: TenantClient;
  readonly host: Pick<Host, 'openFile' | 'saveFile'>;
  readonly files: OpenedFiles<OpenedExport>;
  readonly secrets: WebhookSecrets;
  readonly newId: () => string;
  readonly tenants: TenantDirectory;
  readonly meanings: RuleStatusMeanings;
  readonly cache: Pick<SnapshotCache, 'snapshots'>;
  readonly exportedStates: ExportedStates;
}

export function createMigrationHandlers(parts: MigrationParts): HandlersOf<'migration'> {
  const { client, host, files, secrets, newId } = parts;

  /** Stores a readable file for later calls. Throws what `readExportFile` throws. */
  async function admit(file: OpenedFile, signal: AbortSignal): Promise<OpenedExportFile> {
    // While the thread reads it, because hashing takes some milliseconds, too.
    const digesting = nextTurn().then(() => digestOfFile(file.bytes));
    const states = digesting.then((digest) => knownStates(parts, digest));
    // Errors are reported where it is awaited, which doesn't happen for an unreadable file.
    states.catch(() => undefined);
    const content = await readExportFile(file, states, signal);
    const fileId = newId();
    files.add(fileId, { file, content, digest: await digesting });
    const { version, isSigned, warnings, rules } = content;
    return {
      fileId,
      name: file.name,
      size: file.bytes.byteLength,
      version,
      isSigned,
      warnings: [...warnings],
      ruleCount: rules.length,
      rules: pageOfRules(rules, 0, secrets.hide),
    };
  }

  return {
    'migration.export': async (request, call) => {
      const baseName = request.fileName.replace(/\.json$/i, '');
      const { tenantId, webhookIds, includeUrls, includeHeaders } = request;
      const states = await readStates(parts, tenantId, call);
      const bytes = await exportRules(
        client,
        {
          tenantId,
          ruleIds: webhookIds,
          fileName: baseName,
          includeUrls,
          includeHeaders,
          maxBytes: maxExportFileBytes,
        },
        call,
      );
      const saved = await host.saveFile(
        { title: 'Export webhooks', suggestedName: `${baseName}.json`, extensions: ['.json'] },
        (sink) => sink(bytes),
        call.signal,
      );
      if (saved === undefined) return undefined;
      parts.exportedStates.note(await digestOfFile(bytes), ofThese(states, webhookIds));
      return { fileName: saved.fileName, size: bytes.byteLength };
    },
    'migration.openFile': async (_input, call) => {
      prepareToReadExport();
      const file = await host.openFile(
        { title: 'Open webhook export file', extensions: ['.json'], maxBytes: maxExportFileBytes },
        call.signal,
      );
      return file === undefined ? undefined : await admit(file, call.signal);
    },
    'migration.openDropped': ({ name, base64 }, call) =>
      admit({ name, bytes: Buffer.from(base64, 'base64') }, call.signal),
    'migration.rules': async ({ fileId, from }) =>
      pageOfRules(files.get(fileId).content.rules, from, secrets.hide),
  };
}

/** Whether each webhook of the tenant is currently enabled. */
async function readStates(
  { client, tenants, meanings }: MigrationParts,
  tenantId: string,
  call: CallContext,
): Promise<EnabledById> {
  const tenant = tenants.get(tenantId);
  const rules = await readRules(client, tenantId, call);
  return new Map(
    rules.map(({ id, status }) => [id, enabledOf({ activation: meanings.activation(tenant, status) })]),
  );
}

function ofThese(states: EnabledById, ids: readonly string[]): EnabledById {
  return new Map(ids.map((id) => [id, states.get(id) ?? null]));
}
