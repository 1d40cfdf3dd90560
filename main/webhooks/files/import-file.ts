import { z } from 'zod';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import { webhookStateSchema } from '../../../contract/webhooks.ts';
import type { ActionKind, ActionWords, ChangeContext } from '../../changes/kind/change-kind.ts';
import { failure } from '../../platform/failure.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import { createTurns } from '../../platform/turns.ts';
import { importRules } from '../../tenants/endpoints/rule-files.ts';
import type { LiveWebhook, WebhookChangeParts } from '../live-webhooks.ts';
import { readWebhooks, withoutQuotes } from '../live-webhooks.ts';
import { webhookKindName } from '../webhook-kind.ts';
import type { OpenedExport } from './export-file.ts';
import type { Arrivals, FileRule } from './match-arrivals.ts';
import { fileRuleOf, fileRuleSchema, matchArrivals } from './match-arrivals.ts';

export interface WebhookFileParts extends WebhookChangeParts {
  readonly files: OpenedFiles<OpenedExport>;
}

const inputSchema = z.strictObject({ fileId: z.string() });
const notesSchema = z.object({ rules: z.array(fileRuleSchema), existingIds: z.array(z.string()) });
const outcomeSchema = z.object({
  targetId: z.string(),
  /** What arrived, as it arrived: only that is taken back. */
  webhooks: z.array(z.object({ id: z.string(), state: webhookStateSchema })),
});

type Input = z.infer<typeof inputSchema>;
type Notes = z.infer<typeof notesSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

/**
 * The import of an export file of webhooks, which is sent unchanged, byte for byte: it is signed. Source: platform
 * specification, POST /file/import/rules/webhook.
 */
export function createWebhookFileKind(parts: WebhookFileParts): ActionKind<Input, Notes, Outcome> {
  const arrivals = async ({ rules, existingIds }: Notes, context: ChangeContext) => {
    const existing = new Set(existingIds);
    const webhooks = await readWebhooks(parts, context);
    return matchArrivals(
      rules,
      webhooks.filter(({ id }) => !existing.has(id)),
    );
  };

  return {
    name: 'webhook-file',
    version: 1,
    noun: { one: 'webhook file', many: 'webhook files' },
    input: inputSchema,
    notes: notesSchema,
    outcome: outcomeSchema,

    async describe({ fileId }, context) {
      const { file, content } = parts.files.get(fileId);
      const hide = await parts.secrets.hiderFor(context.tenant.id);
      const rules: ShownRule[] = [];
      const turns = createTurns();
      for (const { name, method, url } of content.rules) {
        rules.push(hide({ name, method, url, headers: '' }));
        if (turns.isOver()) await turns.rest();
      }
      const { isSigned } = content;
      return describeImport(file.name, { rules, isSigned }, await readWebhooks(parts, context));
    },

    async begin({ fileId }, context) {
      const hide = await parts.secrets.hiderFor(context.tenant.id);
      const rules: FileRule[] = [];
      const turns = createTurns();
      for (const rule of parts.files.get(fileId).content.rules) {
        rules.push(fileRuleOf(rule, hide));
        if (turns.isOver()) await turns.rest();
      }
      await parts.secrets.keep(context.tenant.id, rules);
      const existingIds = (await readWebhooks(parts, context)).map(({ id }) => id);
      return { rules, existingIds };
    },

    async apply({ input: { fileId }, notes }, context) {
      const { file } = parts.files.get(fileId);
      const { arrived, unclear } = await arrivals(notes, context);
      if (arrived.length + unclear.length > 0) {
        throw failure(
          'verification-failed',
          `Webhooks of ${file.name} are in ${context.tenant.name} already. The file was not sent again: that would add them twice.`,
        );
      }
      try {
        const { tenant, call } = context;
        await withoutQuotes(parts, tenant.id, () =>
          importRules(parts.client, { tenantId: tenant.id, file }, call),
        );
      } catch (error) {
        throw asSignatureRefusal(error, file.name, context);
      }
      // The answer is empty: the list tells what arrived.
      return undefined;
    },

    async observe({ input, notes }, _outcome, context) {
      const found = await arrivals(notes, context);
      const { arrived, missing, unclear } = found;
      if (arrived.length + unclear.length === 0) return { state: 'as-before' };
      parts.offline.keep(context.tenant.id);
      const outcome = {
        targetId: input.fileId,
        webhooks: arrived.map(({ id, state }) => ({ id, state })),
      };
      if (missing.length + unclear.length === 0) return { state: 'in-effect', outcome };
      const what = describeArrivals(found, notes.rules.length);
      return arrived.length === 0 ? { state: 'different', what } : { state: 'different', what, outcome };
    },

    inverse: (_action, { webhooks }) =>
      webhooks.map(({ id, state }) => ({ kind: webhookKindName, targetId: id, base: state, wanted: null })),
  };
}

/** What a review names of a rule: its address without what lets somebody in. */
type ShownRule = Pick<FileRule, 'name' | 'method' | 'url'>;

function describeImport(
  fileName: string,
  { rules, isSigned }: { readonly rules: readonly ShownRule[]; readonly isSigned: boolean },
  present: readonly LiveWebhook[],
): ActionWords {
  return {
    title: 'Import webhooks',
    targetName: fileName,
    summary: countOf(rules.length),
    parts: [
      {
        type: 'set',
        name: 'webhooks',
        label: 'Webhooks',
        after: rules.map(({ name, method, url }) => `${name} (${method} ${url || 'no address'})`),
      },
    ],
    warnings: importWarnings(rules, present, isSigned),
    steps: [
      {
        method: 'POST',
        path: '/file/import/rules/webhook',
        words: `Send ${fileName} unchanged; the tenant checks its signature`,
      },
      {
        method: 'GET',
        path: '/rules',
        words: `Read the webhooks and find the ${countOf(rules.length)} that arrived`,
      },
    ],
  };
}

function describeArrivals({ arrived, missing, unclear }: Arrivals<LiveWebhook>, total: number): string {
  return [
    `${arrived.length} of ${countOf(total)} arrived.`,
    ...(missing.length === 0 ? [] : [`Missing: ${missing.join(', ')}.`]),
    ...(unclear.length === 0
      ? []
      : [
          `More webhooks came than the file has of these, so it is not known which are the file’s: ${unclear.join(', ')}.`,
        ]),
  ].join(' ');
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
  present: readonly LiveWebhook[],
  isSigned: boolean,
): string[] {
  const names = new Set(present.map(({ state }) => state.name.trim()));
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
