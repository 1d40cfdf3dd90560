import { z } from 'zod';
import type { ChangeContext, ChangeKind } from '../../changes/change-kind.ts';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import { failure } from '../../platform/failure.ts';
import type { Rule } from '../../tenants/endpoints/rule-record.ts';
import type { WebhookChangeParts } from '../webhook-changes.ts';
import { freshRules } from '../webhook-changes.ts';
import { readExportFile } from './export-file.ts';
import type { OpenedFiles } from './opened-files.ts';

export interface ImportParts extends WebhookChangeParts {
  readonly files: OpenedFiles;
}

/** What tells a rule of the file among the tenant's: identifiers do not travel. */
const travellerSchema = z.object({
  name: z.string(),
  eventType: z.string(),
  method: z.string(),
  requestBody: z.string(),
});

const workSchema = z.object({
  fileId: z.string(),
  fileName: z.string(),
  rules: z.array(travellerSchema),
  existingIds: z.array(z.string()),
});
const outcomeSchema = z.object({ webhooks: z.array(z.object({ id: z.string(), name: z.string() })) });

type Work = z.infer<typeof workSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

/** Sends an export file unchanged, byte for byte: it is signed. Source: platform specification, POST /file/import/rules/webhook. */
export function importWebhooks(parts: ImportParts): ChangeKind<'webhooks.import', Work, Outcome> {
  return {
    kind: 'webhooks.import',
    work: workSchema,
    outcome: outcomeSchema,

    async plan({ fileId }, context) {
      const file = parts.files.get(fileId);
      const { rules, isSigned } = readExportFile(file, parts.secrets.hide);
      const present = await freshRules(parts, context);
      return {
        work: {
          fileId,
          fileName: file.name,
          rules: rules.map(({ name, eventType, method, requestBody }) => ({
            name,
            eventType,
            method,
            requestBody,
          })),
          existingIds: present.map(({ id }) => id),
        },
        view: {
          action: 'create',
          title: 'Import webhooks',
          target: { type: 'file', id: fileId, name: file.name },
          summary: countOf(rules.length),
          format: 'list',
          before: null,
          after: rules
            .map(({ name, method, url }) => `${name} (${method} ${url || 'no address'})`)
            .join('\n'),
          warnings: importWarnings(rules, present, isSigned),
          steps: [
            `Send ${file.name} unchanged; the tenant checks its signature`,
            `Read the webhooks and find the ${countOf(rules.length)} that arrived`,
          ],
          isUndoable: true,
        },
      };
    },

    async begin(work, context) {
      parts.files.get(work.fileId);
      return { ...work, existingIds: (await freshRules(parts, context)).map(({ id }) => id) };
    },

    async observe({ rules, existingIds }, _outcome, context) {
      const existing = new Set(existingIds);
      const fresh = (await freshRules(parts, context)).filter(({ id }) => !existing.has(id));
      const { arrived, missing } = matchArrivals(rules, fresh);
      if (arrived.length === 0) return { state: 'as-before' };
      if (missing.length > 0) {
        return {
          state: 'different',
          what: `${arrived.length} of ${rules.length} webhooks arrived. Missing: ${missing.join(', ')}.`,
          outcome: { webhooks: arrived },
        };
      }
      return { state: 'in-effect', outcome: { webhooks: arrived } };
    },

    async apply(work, context) {
      const file = parts.files.get(work.fileId);
      try {
        await parts.client.analytics(
          {
            tenantId: context.tenant.id,
            method: 'POST',
            path: '/file/import/rules/webhook',
            file,
            response: z.unknown(),
            purpose: `import ${file.name}`,
          },
          context.call,
        );
      } catch (error) {
        throw asSignatureRefusal(error, file.name, context);
      }
      // The answer is empty: the list tells what arrived.
      return undefined;
    },

    inverse: (_work, outcome) =>
      outcome === undefined
        ? { type: 'after-outcome', description: 'Delete the webhooks that arrive with the file' }
        : {
            type: 'intents',
            intents: outcome.webhooks.map(({ id }) => ({ kind: 'webhook.delete', webhookId: id })),
          },

    describe: ({ fileId, fileName }, { webhooks }) => ({
      target: {
        type: 'file',
        id: fileId,
        name: `${fileName}: ${webhooks.map(({ name }) => name).join(', ')}`,
      },
      summary: `${countOf(webhooks.length)} arrived: ${webhooks.map(({ name }) => name).join(', ')}`,
    }),
  };
}

type Traveller = z.infer<typeof travellerSchema>;

/** Pairs the rules of the file with those that are new in the tenant; each new rule is used once. */
function matchArrivals(expected: readonly Traveller[], fresh: readonly Rule[]) {
  const keyOf = (rule: Traveller): string =>
    JSON.stringify([rule.name.trim(), rule.eventType, rule.method.toUpperCase(), rule.requestBody.trim()]);
  const waiting = new Map<string, Rule[]>();
  for (const rule of fresh) {
    const key = keyOf(rule);
    waiting.set(key, [...(waiting.get(key) ?? []), rule]);
  }
  const arrived: { id: string; name: string }[] = [];
  const missing: string[] = [];
  for (const rule of expected) {
    const match = waiting.get(keyOf(rule))?.shift();
    if (match === undefined) missing.push(rule.name);
    else arrived.push({ id: match.id, name: match.name });
  }
  return { arrived, missing };
}

/** What a refused signature looks like is not specified; the tenant's own words tell. */
function asSignatureRefusal(error: unknown, fileName: string, context: ChangeContext): unknown {
  if (!(error instanceof DeskFailure) || error.code !== 'refused-by-tenant') return error;
  const said = `${error.error.message} ${error.error.detail ?? ''}`;
  if (!/\bsign(ed|ature)?\b/i.test(said)) return error;
  return failure(
    'signature-refused',
    `${context.tenant.name} refused the signature of ${fileName}. Nothing was changed. Export the webhooks again from a tenant that this one trusts, and do not edit the file.`,
    { detail: error.error.detail ?? error.error.message, cause: error },
  );
}

function importWarnings(
  rules: readonly { readonly name: string; readonly url: string }[],
  present: readonly Rule[],
  isSigned: boolean,
): string[] {
  const names = new Set(present.map(({ name }) => name.trim()));
  const doubles = rules.filter(({ name }) => names.has(name.trim())).map(({ name }) => `“${name}”`);
  const addressless = rules.filter(({ url }) => url === '').length;
  return [
    ...(isSigned ? [] : ['The file is not signed: the tenant will probably refuse it.']),
    ...(doubles.length === 0
      ? []
      : [`There already: ${doubles.join(', ')}. The import adds another of each.`]),
    ...(addressless === 0
      ? []
      : [`${countOf(addressless)} without an address: replace them after the import.`]),
  ];
}

function countOf(count: number): string {
  return `${count} ${count === 1 ? 'webhook' : 'webhooks'}`;
}
