import { z } from 'zod';
import type { OpenedExportFile } from '../../../contract/migration.ts';
import { maxExportFileBytes } from '../../../contract/migration.ts';
import { readJsonFile } from '../../platform/files/json-file.ts';
import type { Hide } from '../webhook-secrets.ts';

const text = z.string();

/** Source: platform specification, "Webhook export file". */
const exportFileSchema = z.looseObject({
  ruleActions: z
    .array(
      z.looseObject({
        policyId: text,
        name: text,
        rule: z.looseObject({ filterMetaData: z.looseObject({ event_type: text }) }),
        actions: z
          .array(
            z.looseObject({
              actionMetaData: z.looseObject({
                headers: text.nullish(),
                method: text,
                content_type: text,
                request_body: text,
                url: text.nullish(),
              }),
            }),
          )
          .min(1, 'has no action'),
      }),
    )
    .min(1, 'holds no webhook'),
  version: text,
  signature: text.nullish(),
});

type ExportFile = Omit<OpenedExportFile, 'fileId' | 'name' | 'size'>;

/**
 * Reads an export file for showing; nothing of it is sent from what is read here. `hide` replaces credentials
 * in headers and addresses. Throws `file-too-large`, `file-not-json` or `file-wrong-shape`, saying what and where.
 */
export function readExportFile(
  file: { readonly name: string; readonly bytes: Uint8Array },
  hide: Hide,
): ExportFile {
  const { ruleActions, version, signature } = readJsonFile(file, {
    schema: exportFileSchema,
    what: 'a webhook export file',
    advice: 'Choose a file that a tenant exported.',
    maxBytes: maxExportFileBytes,
  });
  return {
    version,
    isSigned: signature != null && signature !== '',
    rules: ruleActions.flatMap(({ policyId, name, rule, actions }) =>
      actions.slice(0, 1).map(({ actionMetaData: meta }) =>
        hide({
          policyId,
          name,
          eventType: rule.filterMetaData.event_type,
          method: meta.method,
          url: meta.url ?? '',
          contentType: meta.content_type,
          headers: meta.headers ?? '',
          requestBody: meta.request_body,
        }),
      ),
    ),
  };
}
