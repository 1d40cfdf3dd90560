import { z } from 'zod';
import { DeskFailure, toDeskError } from '../../../contract/errors/desk-failure.ts';
import { webhookStateSchema } from '../../../contract/webhooks/webhooks.ts';
import type { Action, ActionKind, Observation } from '../../changes/kind/change-kind.ts';
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
  /** Overrides the exported states, so that all can be reviewed before any is called. */
  arriveDisabled: z.boolean().default(false),
  /** Includes those with an unknown state, which otherwise get the tenant's default. */
  disableUnknown: z.boolean().default(false),
});
const notesSchema = z.object({ rules: z.array(fileRuleSchema), existingIds: z.array(z.string()) });
const outcomeSchema = z.object({
  targetId: z.string(),
  /** What was imported, in its state on arrival: only that is undone. */
  webhooks: z.array(z.object({ id: z.string(), state: webhookStateSchema })),
  /** Those whose state the tenant accepted. */
  accepted: z.array(z.string()).optional(),
});

type Input = z.infer<typeof inputSchema>;
type Notes = z.infer<typeof notesSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

/**
 * The import of a webhook export file, which is sent unchanged, byte for byte, because it is signed. Source: platform
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
          `${file.name} changed after the review. Nothing was sent. Open the file again.`,
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
      const isSent = isComplete(before) && isKnownToBeSent(context);
      if (!isSent) {
        if (before.arrived.length + before.unclear.length > 0) {
          throw failure(
            'verification-failed',
            `Some webhooks of the file are already in ${context.tenant.name}. The file wasn’t sent again to avoid duplicates.`,
          );
        }
        await send(parts, input, context);
      }
      // The answer is empty: the list shows what was imported.
      if (notes.rules.every(({ enabled }) => enabled === null)) return undefined;
      const arrived = isSent ? before : await arrivedOf(parts, action, context);
      if (arrived === undefined) return undefined;
      await context.note?.(outcomeOf(input, arrived));
      const read = async () => (await arrivals(parts, notes, context)).arrived;
      const accepted = await setArrivedStates(parts, read, context);
      return { ...outcomeOf(input, arrived), accepted: [...accepted] };
    },

    observe: (action, outcome, context) => observeImport(parts, action, outcome, context),

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

async function observeImport(
  parts: WebhookFileParts,
  { input, notes }: Imported,
  outcome: Outcome | undefined,
  context: ChangeContext,
): Promise<Observation<Outcome>> {
  const found = await arrivals(parts, notes, context);
  const { arrived, unclear } = found;
  if (arrived.length + unclear.length === 0) return { state: 'as-before' };
  if (outcome === undefined && !isKnownToBeSent(context)) {
    const { webhooks } = outcomeOf(input, found);
    const what = `${describeArrivals(found, notes.rules.length)} They may come from this file or from someone else.`;
    return { state: 'unproven', arrivals: arrivalsOf(webhooks), what };
  }
  parts.offline.keep(context.tenant.id);
  const accepted = outcome?.accepted ?? [];
  const now = { ...outcomeOf(input, found), ...(accepted.length === 0 ? {} : { accepted }) };
  if (!isComplete(found)) {
    const what = describeArrivals(found, notes.rules.length);
    return { state: 'different', what, ...(arrived.length === 0 ? {} : { outcome: now }) };
  }
  const unset = unsetOf(arrived, accepted);
  if (unset.length > 0) {
    return { state: 'partial', outcome: now, what: `All were imported. Not yet: ${namesOf(unset)}.` };
  }
  // Accepted, but not shown by the tenant.
  const unseen = unsetOf(arrived, []);
  if (unseen.length === 0) return { state: 'in-effect', outcome: now };
  const what = `All were imported. The tenant accepted these states, but doesn’t show them: ${namesOf(unseen)}.`;
  return { state: 'accepted', outcome: now, what };
}

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

/** The rules of a file in their state after the import, credentials hidden. */
async function rulesOf(parts: WebhookFileParts, input: Input, context: ChangeContext): Promise<FileRule[]> {
  const { fileId, arriveDisabled, disableUnknown } = input;
  const hide = await parts.secrets.hiderFor(context.tenant.id);
  const rules: FileRule[] = [];
  const yielder = createYielder();
  for (const rule of parts.files.get(fileId).content.rules) {
    const isOff = arriveDisabled || (disableUnknown && rule.enabled === null);
    rules.push(fileRuleOf(isOff ? { ...rule, enabled: false } : rule, hide));
    if (yielder.isOver()) await yielder.rest();
  }
  return rules;
}

/** What appeared after the tenant accepted the file. Throws `outcome-unknown` when that can't be read. */
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
  const found = await lookUntil(context, look, isComplete);
  return isComplete(found) ? found : undefined;
}

async function send(parts: WebhookFileParts, { fileId }: Input, context: ChangeContext): Promise<void> {
  const { file } = parts.files.get(fileId);
  const { tenant, call } = context;
  try {
    await withoutQuotes(parts, tenant.id, () =>
      importRules(parts.client, { tenantId: tenant.id, file }, call),
    );
  } catch (error) {
    throw asSignatureRejection(error, file.name, context);
  }
}

/** A file is sent unchanged, without a marker: only the tenant's response, or the user, can confirm that new webhooks came from it. */
const isKnownToBeSent = ({ attemptId, isAccepted, found }: ChangeContext): boolean =>
  attemptId === undefined || isAccepted === true || found !== undefined;

const namesOf = (unset: readonly Unset[]): string =>
  unset
    .map(({ webhook, enabled }) => `“${webhook.state.name}” ${enabled ? 'enabled' : 'disabled'}`)
    .join(', ');

const isComplete = ({ missing, unclear }: Arrived): boolean => missing.length + unclear.length === 0;

function outcomeOf({ fileId }: Input, { arrived }: Arrived): Outcome {
  return { targetId: fileId, webhooks: arrived.map(({ webhook: { id, state } }) => ({ id, state })) };
}

/** A rejected read must not be mistaken for a rejection of the import that was accepted before. */
function notLookedAt(fileName: string, error: unknown, { tenant }: ChangeContext): DeskFailure {
  return failure(
    'outcome-unknown',
    `${tenant.name} accepted ${fileName}, but the webhooks couldn’t be read and their states aren’t set yet. Check the status again.`,
    { detail: toDeskError(error).message, cause: error },
  );
}

/** A rejected signature has no specified error; only the tenant's message shows it. */
function asSignatureRejection(error: unknown, fileName: string, context: ChangeContext): unknown {
  if (!(error instanceof DeskFailure) || error.code !== 'refused-by-tenant') return error;
  const message = `${error.error.message} ${error.error.detail ?? ''}`;
  if (!/\bsign(ed|ature)?\b/i.test(message)) return error;
  return failure(
    'signature-refused',
    `${context.tenant.name} rejected the signature of ${fileName}. Nothing was changed. Export the webhooks again from a trusted tenant, and don’t edit the file.`,
    { detail: error.error.detail ?? error.error.message, cause: error },
  );
}
