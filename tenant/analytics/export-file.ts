import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { InstallationKeys } from '../context/tenant-context.ts';
import { parseWith } from '../http/json-body.ts';
import { RequestRejection } from '../http/request-rejection.ts';
import { EVENT_TYPE_FILTER } from '../rules/rule-record.ts';
import type { WebhookRule } from '../rules/rule-store.ts';
import {
  contentTypeSchema,
  descriptionSchema,
  eventTypeSchema,
  headersSchema,
  methodSchema,
  nameSchema,
  requestBodySchema,
  riskLevelSchema,
  urlSchema,
} from '../rules/webhook-definition.ts';

/** Version of the export file format. Source: platform specification, "Webhook export file". */
const EXPORT_VERSION = '0.9';

const MAX_RULES = 5_000;

interface ExportOptions {
  readonly exportUrl: boolean;
  readonly exportHeader: boolean;
}

const actionSchema = z.object({
  actionType: z.literal('webhook', 'must be webhook'),
  actionMetaData: z.object({
    headers: headersSchema,
    method: methodSchema,
    content_type: contentTypeSchema,
    request_body: requestBodySchema,
    url: z.union([z.literal(''), urlSchema], 'must be a URL that can be invoked'),
  }),
  providerMetaData: z.object({ risk_level: riskLevelSchema.default('Low') }),
});

const exportFileSchema = z.object(
  {
    ruleActions: z
      .array(
        z.object({
          tenantId: z.string(),
          policyId: z.string(),
          name: nameSchema,
          description: descriptionSchema.optional(),
          rule: z.object({
            filterType: z.string().regex(/(^|\.)EventTypeFilter$/, 'must be an event type filter'),
            filterMetaData: z.object({ event_type: eventTypeSchema }),
          }),
          actions: z.tuple([actionSchema], 'must contain exactly one webhook'),
          createdBy: z.string().max(320),
          updatedBy: z.string().max(320),
        }),
      )
      .min(1, 'must contain at least one rule')
      .max(MAX_RULES, `must contain at most ${MAX_RULES} rules`),
    version: z.literal(EXPORT_VERSION, `must be "${EXPORT_VERSION}"`),
    signature: z.string(),
  },
  'must be a JSON object',
);

/** A rule of an export file, without its ID and state, which belong to the tenant that stores it. */
type RuleInFile = Pick<
  WebhookRule,
  | 'name'
  | 'description'
  | 'eventType'
  | 'riskLevel'
  | 'url'
  | 'method'
  | 'contentType'
  | 'headers'
  | 'requestBody'
  | 'createdBy'
>;

/**
 * The text of an export file for rules of one tenant. Without `exportUrl` or `exportHeader` the URL or the
 * headers of every rule are empty strings. The description is included although the specification's sample
 * has none: it is omitted only if it is empty.
 */
export function writeExportFile(
  tenantId: string,
  rules: readonly WebhookRule[],
  options: ExportOptions,
  keys: InstallationKeys,
): string {
  const unsigned = {
    ruleActions: rules.map((rule) => ({
      tenantId,
      policyId: rule.policyId,
      name: rule.name,
      ...(rule.description === null || rule.description === '' ? {} : { description: rule.description }),
      rule: { filterType: EVENT_TYPE_FILTER, filterMetaData: { event_type: rule.eventType } },
      actions: [
        {
          actionType: 'webhook',
          actionMetaData: {
            headers: options.exportHeader ? rule.headers : '',
            method: rule.method,
            content_type: rule.contentType,
            request_body: rule.requestBody,
            url: options.exportUrl ? rule.url : '',
          },
          providerMetaData: { risk_level: rule.riskLevel },
        },
      ],
      createdBy: rule.createdBy,
      updatedBy: rule.updatedBy,
    })),
    version: EXPORT_VERSION,
  };
  const signature = Buffer.from(keys.sign(canonicalBytes(unsigned))).toString('base64');
  return JSON.stringify({ ...unsigned, signature: `ed25519:${keys.keyId}:${signature}` }, null, 2);
}

/**
 * Reads a parsed export file. The signature is checked first, over the canonical JSON (RFC 8785) of the file
 * without `signature`: the content of a file from an unknown source is not examined. Throws RequestRejection
 * (`signature_refused`, `invalid_export_file`).
 */
export function readExportFile(file: unknown, keys: InstallationKeys): RuleInFile[] {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) {
    throw new RequestRejection(400, 'invalid_export_file', 'The export file is not a JSON object.');
  }
  const { signature, ...unsigned }: Record<string, unknown> = { ...file };
  checkSignature(signature, unsigned, keys);
  const parsed = parseWith(exportFileSchema, file, 'invalid_export_file');
  return parsed.ruleActions.map((entry) => {
    const [action] = entry.actions;
    return {
      name: entry.name,
      description: entry.description ?? null,
      eventType: entry.rule.filterMetaData.event_type,
      riskLevel: action.providerMetaData.risk_level,
      url: action.actionMetaData.url,
      method: action.actionMetaData.method,
      contentType: action.actionMetaData.content_type,
      headers: action.actionMetaData.headers,
      requestBody: action.actionMetaData.request_body,
      createdBy: entry.createdBy,
    };
  });
}

function checkSignature(signature: unknown, unsigned: Record<string, unknown>, keys: InstallationKeys): void {
  if (signature === undefined || signature === '') {
    throw new RequestRejection(400, 'signature_refused', 'The export file is not signed.');
  }
  const parts =
    typeof signature === 'string' ? /^ed25519:([^:]+):([A-Za-z0-9+/]+={0,2})$/.exec(signature) : null;
  const keyId = parts?.[1];
  const value = parts?.[2];
  if (keyId === undefined || value === undefined) {
    throw new RequestRejection(400, 'signature_refused', 'The export file has an unsupported signature.');
  }
  if (!keys.verify(keyId, canonicalBytes(unsigned), Buffer.from(value, 'base64'))) {
    throw new RequestRejection(
      400,
      'signature_refused',
      'The export file was modified after export, or was signed by an untrusted tenant.',
    );
  }
}

function canonicalBytes(value: unknown): Uint8Array {
  try {
    return Buffer.from(canonicalize(value) ?? '', 'utf8');
  } catch {
    // A number beyond the range of a double has no canonical form.
    throw new RequestRejection(
      400,
      'invalid_export_file',
      'The export file contains a value without a canonical form.',
    );
  }
}
