import type { HandlersOf } from '../../../contract/methods.ts';
import { maxExportFileBytes } from '../../../contract/migration.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import type { Host } from '../../platform/host/host.ts';
import type { TenantClient } from '../../tenants/client/tenant-client.ts';
import { exportRules } from '../../tenants/endpoints/rule-files.ts';
import type { WebhookSecrets } from '../webhook-secrets.ts';
import type { OpenedExport } from './export-file.ts';
import { readExportFile } from './export-file.ts';
import { pageOfRules } from './page-of-rules.ts';

export interface MigrationParts {
  readonly client: TenantClient;
  readonly host: Pick<Host, 'openFile' | 'saveFile'>;
  readonly files: OpenedFiles<OpenedExport>;
  readonly secrets: WebhookSecrets;
  readonly newId: () => string;
}

export function createMigrationHandlers({
  client,
  host,
  files,
  secrets,
  newId,
}: MigrationParts): HandlersOf<'migration'> {
  return {
    'migration.export': async (request, call) => {
      const baseName = request.fileName.replace(/\.json$/i, '');
      const { tenantId, webhookIds, includeUrls, includeHeaders } = request;
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
      return saved === undefined ? undefined : { fileName: saved.fileName, size: bytes.byteLength };
    },
    'migration.openFile': async (_input, call) => {
      const file = await host.openFile(
        { title: 'Open a webhook export file', extensions: ['.json'], maxBytes: maxExportFileBytes },
        call.signal,
      );
      if (file === undefined) return undefined;
      const content = await readExportFile(file, call.signal);
      const fileId = newId();
      files.add(fileId, { file, content });
      const { version, isSigned, rules } = content;
      return {
        fileId,
        name: file.name,
        size: file.bytes.byteLength,
        version,
        isSigned,
        ruleCount: rules.length,
        rules: pageOfRules(rules, 0, secrets.hide),
      };
    },
    'migration.rules': async ({ fileId, from }) =>
      pageOfRules(files.get(fileId).content.rules, from, secrets.hide),
  };
}
