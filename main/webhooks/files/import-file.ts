import { z } from 'zod';
import { DeskFailure, toDeskError } from '../../../contract/errors/desk-failure.ts';
import { webhookStateSchema } from '../../../contract/webhooks/webhooks.ts';
import type { Action, ActionKind } from '../../changes/kind/change-kind.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import { lookUntil } from '../../changes/kind/poll-until.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { importRules } from '../../tenants/endpoints/rule-files.ts';
import type { LiveWebhook, WebhookChangeParts } from '../kind/live-webhooks.ts';
import { readWebhooks, withoutQuotes } from '../kind/live-webhooks.ts';
import { arrivalsOf } from '../kind/find-created.ts';
import { webhookKindName } from '../kind/webhook-kind.ts';
import type { ShownRule } from './describe-import.ts';
import { describeArrivals, describeImport } from './describe-import.ts';
import type { OpenedExport } from './export-file.ts';
import type { Arrivals, FileRule } from './match-arrivals.ts';
import { fileRuleOf, fileRuleSchema, matchArrivals } from './match-arrivals.ts';
import type { Unset } from './set-arrived-states.ts';
import { setArrivedStates, unsetOf } from './set-arrived-states.ts';

export interface WebhookFileParts extends WebhookChangeParts {
  readonly files: OpenedFiles<OpenedExport>;
}

const inputSchema = z.strictObject({
  fileId: z.string(),
  /** In place of the states in which they were: all shall be looked at before any is called. */
  arriveDisabled: z.boolean().default(false),
  /** Those of which nobody knows the state, too: else they come as the tenant makes them. */
  disableUnknown: z.boolean().default(false),
});
const notesSchema = z.object({ rules: z.array(fileRuleSchema), existingIds: z.array(z.string()) });
const outcomeSchema = z.object({
  targetId: z.string(),
  /** What arrived, as it arrived: only that is taken back. */
  webhooks: z.array(z.object({ id: z.string(), state: webhookStateSchema })),
  /** Those of which the tenant accepted a state. */
  accepted: z.array(z.string()).optional(),
});

type Input = z.infer<typeof inputSchema>;
type Notes = z.infer<typeof notesSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

/**
 * The import of an export file of webhooks, which is sent unchanged, byte for byte: it is signed. Source: platform
 * specification, POST /file/import/rules/webhook.
 */
export function createWebhookFileKind(parts: WebhookFileParts): ActionKind<Input, Notes, Outcome> {
  return {
    name: 'webhook-file',
    version: 1,
    noun: { one: 'webhook file', many: 'webhook files' },
    input: inputSchema,
    notes: notesSchema,
    outcome: outcomeSchema,

    async describe(input, context) {
      const { file, content } = parts.files.get(input.fileId);
      const rules: readonly ShownRule[] = await rulesOf(parts, input, context);
      const { warnings } = content;
      return describeImport({ name: file.name, rules, warnings }, await readWebhooks(parts, context));
    },

    async begin(input, context) {
      const { file } = parts.files.get(input.fileId);
      if ((await file.isAsOpened?.()) === false) {
        throw failure(
          'plan-outdated',
          `${file.name} was changed after it was opened, so it is no longer what was reviewed. Nothing was sent. Open the file again.`,
        );
      }
      const rules = await rulesOf(parts, input, context);
      await parts.secrets.keep(context.tenant.id, rules);
      const existingIds = (await readWebhooks(parts, context)).map(({ id }) => id);
      return { rules, existingIds };
    },

    async apply(action, context) {
      const { input, notes } = action;
      const before = await arrivals(parts, notes, context);
      const isSent = isWhole(before) && isKnownToBeSent(context);
      if (!isSent) {
        if (before.arrived.length + before.unclear.length > 0) {
          throw failure(
            'verification-failed',
            `Some webhooks of the file are in ${context.tenant.name} already. The file was not sent again: that would add them twice.`,
          );
        }
        await send(parts, input, context);
      }
      // The answer is empty: the list tells what arrived.
      if (notes.rules.every(({ enabled }) => enabled === null)) return undefined;
      const arrived = isSent ? before : await arrivedOf(parts, action, context);
      if (arrived === undefined) return undefined;
      await context.note?.(outcomeOf(input, arrived));
      const read = async () => (await arrivals(parts, notes, context)).arrived;
      const accepted = await setArrivedStates(parts, read, context);
      return { ...outcomeOf(input, arrived), accepted: [...accepted] };
    },

    async observe({ input, notes }, outcome, context) {
      const found = await arrivals(parts, notes, context);
      const { arrived, unclear } = found;
      if (arrived.length + unclear.length === 0) return { state: 'as-before' };
      if (outcome === undefined && !isKnownToBeSent(context)) {
        const { webhooks } = outcomeOf(input, found);
        const what = `${describeArrivals(found, notes.rules.length)} They may come from this file or from another person.`;
        return { state: 'unproven', arrivals: arrivalsOf(webhooks), what };
      }
      parts.offline.keep(context.tenant.id);
      const accepted = outcome?.accepted ?? [];
      const now = { ...outcomeOf(input, found), ...(accepted.length === 0 ? {} : { accepted }) };
      if (!isWhole(found)) {
        const what = describeArrivals(found, notes.rules.length);
        return { state: 'different', what, ...(arrived.length === 0 ? {} : { outcome: now }) };
      }
      const unset = unsetOf(arrived, accepted);
      if (unset.length > 0) {
        return { state: 'partial', outcome: now, what: `All arrived. Not yet: ${namesOf(unset)}.` };
      }
      // Accepted, and not shown by the tenant.
      const unseen = unsetOf(arrived, []);
      if (unseen.length === 0) return { state: 'in-effect', outcome: now };
      const what = `All arrived. The tenant accepted these states, but does not show them: ${namesOf(unseen)}.`;
      return { state: 'accepted', outcome: now, what };
    },

    async claim({ input, notes }, ids, context) {
      const { targetId, webhooks } = outcomeOf(input, await arrivals(parts, notes, context));
      return { targetId, webhooks: webhooks.filter(({ id }) => ids.includes(id)) };
    },
    disown: ({ existingIds, ...notes }, ids) => ({ ...notes, existingIds: [...existingIds, ...ids] }),

    inverse: (_action, { webhooks }) =>
      webhooks.map(({ id, state }) => ({ kind: webhookKindName, targetId: id, base: state, wanted: null })),
  };
}

type Arrived = Arrivals<LiveWebhook>;
type Imported = Action<Input, Notes>;

async function arrivals(
  parts: WebhookFileParts,
  { rules, existingIds }: Notes,
  context: ChangeContext,
): Promise<Arrived> {
  const existing = new Set(existingIds);
  const webhooks = await readWebhooks(parts, context);
  return matchArrivals(
    rules,
    webhooks.filter(({ id }) => !existing.has(id)),
  );
}

/** The rules of a file as they shall arrive, credentials hidden. */
async function rulesOf(parts: WebhookFileParts, input: Input, context: ChangeContext): Promise<FileRule[]> {
  const { fileId, arriveDisabled, disableUnknown } = input;
  const hide = await parts.secrets.hiderFor(context.tenant.id);
  const rules: FileRule[] = [];
  const turns = createYielder();
  for (const rule of parts.files.get(fileId).content.rules) {
    const isOff = arriveDisabled || (disableUnknown && rule.enabled === null);
    rules.push(fileRuleOf(isOff ? { ...rule, enabled: false } : rule, hide));
    if (turns.isOver()) await turns.rest();
  }
  return rules;
}

/** What arrived after the tenant accepted the file. Throws `outcome-unknown` where that cannot be read. */
async function arrivedOf(
  parts: WebhookFileParts,
  { input, notes }: Imported,
  context: ChangeContext,
): Promise<Arrived | undefined> {
  const look = async () => {
    try {
      return await arrivals(parts, notes, context);
    } catch (error) {
      throw notLookedAt(parts.files.get(input.fileId).file.name, error, context);
    }
  };
  const found = await lookUntil(context, look, isWhole);
  return isWhole(found) ? found : undefined;
}

async function send(parts: WebhookFileParts, { fileId }: Input, context: ChangeContext): Promise<void> {
  const { file } = parts.files.get(fileId);
  const { tenant, call } = context;
  try {
    await withoutQuotes(parts, tenant.id, () =>
      importRules(parts.client, { tenantId: tenant.id, file }, call),
    );
  } catch (error) {
    throw asSignatureRefusal(error, file.name, context);
  }
}

/** A file is sent as it is, without room for a mark: the tenant's answer alone, or a person, says that what arrived is of it. */
const isKnownToBeSent = ({ attemptId, isAccepted, found }: ChangeContext): boolean =>
  attemptId === undefined || isAccepted === true || found !== undefined;

const namesOf = (unset: readonly Unset[]): string =>
  unset
    .map(({ webhook, enabled }) => `“${webhook.state.name}” ${enabled ? 'enabled' : 'disabled'}`)
    .join(', ');

const isWhole = ({ missing, unclear }: Arrived): boolean => missing.length + unclear.length === 0;

function outcomeOf({ fileId }: Input, { arrived }: Arrived): Outcome {
  return { targetId: fileId, webhooks: arrived.map(({ webhook: { id, state } }) => ({ id, state })) };
}

/** A refused read must not pass for a refusal of what was accepted before it. */
function notLookedAt(fileName: string, error: unknown, { tenant }: ChangeContext): DeskFailure {
  return failure(
    'outcome-unknown',
    `${tenant.name} accepted ${fileName}, but its webhooks could not be read. Look again: their states are not set yet.`,
    { detail: toDeskError(error).message, cause: error },
  );
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
