import { z } from 'zod';
import type { ExportedRule } from '../../../contract/migration.ts';
import { maxExportFileBytes, maxRulesInFile } from '../../../contract/migration.ts';
import { readJsonFile } from '../../platform/files/json-file.ts';
import type { OpenedFile } from '../../platform/host/host.ts';
import { fileWarnings } from './file-warnings.ts';
import type { EnabledById } from './travelling-state.ts';

/** As long as a template of the desk may be, in characters; nothing in a webhook is longer. */
const text = z.string().max(1_000_000);

/** Source: platform specification, "Webhook export file". */
export const exportFileSchema = z.looseObject({
  ruleActions: z
    .array(
      z.looseObject({
        policyId: text,
        name: text,
        description: text.nullish(),
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
              // Whatever else it is, it is not for the desk to judge: the tenant reads it.
              providerMetaData: z.unknown().optional(),
            }),
          )
          .min(1, 'has no action'),
      }),
    )
    .min(1, 'holds no webhook')
    .max(maxRulesInFile, `holds more than ${maxRulesInFile.toLocaleString('en')} webhooks`),
  version: text,
  signature: text.nullish(),
});

export interface ExportFile {
  readonly version: string;
  readonly isSigned: boolean;
  /** What to know before it is imported: whole sentences. */
  readonly warnings: readonly string[];
  /** As they are in the file, credentials included: they never leave main like this. */
  readonly rules: readonly ExportedRule[];
}

/** An export file that was opened and checked. */
export interface OpenedExport {
  readonly file: OpenedFile;
  readonly content: ExportFile;
}

/**
 * Reads an export file for showing; nothing of it is sent from what is read here. `enabledById`: what is known of the states
 * of its webhooks. Throws `file-too-large`, `file-not-json` or `file-wrong-shape`, saying what and where.
 */
export async function readExportFile(
  file: OpenedFile,
  enabledById: EnabledById,
  signal: AbortSignal,
): Promise<ExportFile> {
  const { ruleActions, version, signature } = await readJsonFile(
    file,
    {
      schema: exportFileSchema,
      what: 'a webhook export file',
      advice: 'Choose a file that a tenant exported.',
      maxBytes: maxExportFileBytes,
    },
    signal,
  );
  const isSigned = signature != null && signature.trim() !== '';
  const rules = ruleActions.flatMap(({ policyId, name, description, rule, actions }) =>
    actions.slice(0, 1).map(({ actionMetaData: meta, providerMetaData }) => ({
      policyId,
      name,
      description: description ?? '',
      eventType: rule.filterMetaData.event_type,
      riskLevel: riskLevelOf(providerMetaData),
      enabled: enabledById.get(policyId) ?? null,
      method: meta.method,
      url: meta.url ?? '',
      contentType: meta.content_type,
      headers: meta.headers ?? '',
      requestBody: meta.request_body,
    })),
  );
  const actions = ruleActions.map((rule) => rule.actions.length);
  const warnings = fileWarnings(file.bytes, { version, isSigned, rules, actions });
  return { version, isSigned, warnings, rules };
}

const providerSchema = z.looseObject({ risk_level: text });

function riskLevelOf(providerMetaData: unknown): string {
  const parsed = providerSchema.safeParse(providerMetaData);
  return parsed.success ? parsed.data.risk_level : '';
}
