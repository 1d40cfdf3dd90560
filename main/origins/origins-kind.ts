import { z } from 'zod';
import type { OriginsState } from '../../contract/origins/origins.ts';
import { originsStateSchema, originsTargetId, trustedOriginsSchema } from '../../contract/origins/origins.ts';
import type { Change, ChangeKind, ChangeDescription, Observation } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import { mergedText } from '../changes/kind/merged-text.ts';
import { set } from '../changes/kind/part.ts';
import { failure } from '../platform/errors/failure.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { CustomerConfig } from '../tenants/endpoints/customer-config.ts';
import {
  changedSettings,
  otherSettingsSchema,
  readCustomerConfig,
  writeCustomerConfig,
} from '../tenants/endpoints/customer-config.ts';
import { originsKey } from './origins-key.ts';
import { comparedOrigins } from './compared-origins.ts';
import { originWarnings } from './explain-origin.ts';
import { originKey } from './origin.ts';
import { changeOf, isApplied, isUnchanged, spelledAs, withChange, without } from './origin-list.ts';
import { plural } from '../../languages/text/intl.ts';

export interface OriginsKindParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
}

const outcomeSchema = z.object({
  targetId: z.string(),
  /** The other settings as they were when the list was sent. */
  others: otherSettingsSchema.optional(),
  /** What of the change was still missing then. Absent in records of earlier versions, and when the answer was lost. */
  made: z
    .object({ added: z.array(z.string()).readonly(), removed: z.array(z.string()).readonly() })
    .optional(),
  /** What others had changed in the list between review and sending: full sentences. */
  merged: z.array(z.string()).optional(),
});

type Outcome = z.infer<typeof outcomeSchema>;

/** The list of trusted origins, always sent as a whole: the tenant has no other way. */
export function createOriginsKind({
  client,
  cache,
}: OriginsKindParts): ChangeKind<OriginsState, undefined, Outcome> {
  const read = (context: ChangeContext): Promise<CustomerConfig> => readFullList(client, context);

  return {
    name: 'origins',
    version: 1,
    noun: { one: 'list of trusted origins', many: 'lists of trusted origins' },
    state: originsStateSchema,
    notes: z.undefined(),
    outcome: outcomeSchema,
    confirmWithinSeconds: 60,
    isMergedWhenSent: true,
    parts: [set<OriginsState>('origins', 'Origins', originKey)],
    nameOf: () => 'Trusted origins',

    prepare: async (wanted, { live }) => ({ origins: spelledAs(wanted.origins, live?.origins ?? []) }),

    async read(targetId, context) {
      if (targetId !== originsTargetId) return undefined;
      return { origins: [...(await read(context)).origins] };
    },

    describe: async (change, { tenant }) => describeOrigins(change, tenant.baseUrl),

    begin: async () => undefined,

    async apply(planned, context) {
      const { before, after } = bothSides(planned);
      // Another admin may have added origins a moment ago: only the origins of this change may change.
      context.reads.forget();
      const { origins: present, others } = await read(context);
      const change = changeOf(before, after);
      const origins = withChange(present, change);
      if (origins.length === 0 && after.length > 0) throw emptiedMeanwhile();
      const made = changeOf(present, origins);
      if (made.added.length + made.removed.length > 0) {
        const wanted = { origins, others, purpose: 'set the trusted origins' };
        await writeCustomerConfig(client, context.tenant.id, wanted, context.call);
      }
      const merged = mergedText(changeOf(before, present), change, originKey);
      return { targetId: originsTargetId, others, made, merged };
    },

    observe: async (change, outcome, context) => observeOrigins(change, outcome, await read(context)),

    mergedIn: ({ merged = [] }) => merged,

    // Only what this change did: what someone else had done just before it was sent is theirs.
    inverse(change, { made }) {
      const { before, after } = bothSides(change);
      const wanted =
        made === undefined ? before : withChange(after, { added: made.removed, removed: made.added });
      return [
        {
          kind: 'origins',
          targetId: originsTargetId,
          base: { origins: [...after] },
          wanted: { origins: [...wanted] },
        },
      ];
    },

    compared: comparedOrigins(cache, async (context) => ({ origins: [...(await read(context)).origins] })),
    // Every tenant has exactly one such list.
    retarget: async ({ targetId, base, wanted }) => ({ targetId, base, wanted, notes: [] }),

    cached: (tenantId) => () => {
      const stored = cache.snapshots.read(tenantId, originsKey, trustedOriginsSchema);
      return stored && { state: { origins: stored.data.origins }, fetchedAt: stored.fetchedAt };
    },

    remember(changes, tenantId) {
      const state = changes.at(-1)?.state;
      const stored = cache.snapshots.read(tenantId, originsKey, trustedOriginsSchema);
      if (state == null || stored === undefined) return;
      const { ownHost } = stored.data;
      cache.snapshots.write(tenantId, originsKey, { origins: state.origins, ownHost }, cache.now());
    },
  };
}

/** Throws when the list has unreadable entries: sent as a whole, it would lose them. */
function readFullList(client: TenantClient, { reads, tenant, call }: ChangeContext): Promise<CustomerConfig> {
  return reads.once('customer-config', async () => {
    const { skipped, ...config } = await readCustomerConfig(client, tenant.id, call);
    if (skipped === 0) return config;
    throw failure(
      'schema-mismatch',
      `The trusted origins of ${tenant.name} have ${skipped} unreadable ${plural(skipped, { one: 'entry', other: 'entries' })}. Saving the list would remove ${plural(skipped, { one: 'it', other: 'them' })}, so it can’t be changed here.`,
    );
  });
}

function describeOrigins(change: Change<OriginsState>, baseUrl: string): ChangeDescription {
  const { before, after } = bothSides(change);
  return {
    title: 'Set trusted origins',
    warnings: [
      ...ownHostWarnings(baseUrl, before, after),
      ...(after.length === 0 && before.length > 0 ? [nobodyLeft] : []),
      ...originWarnings(changeOf(before, after).added),
    ],
    steps: [
      {
        method: 'POST',
        path: '/TenantConfig/GetCustomerConfig',
        words: 'Read the current configuration',
      },
      {
        method: 'POST',
        path: '/TenantConfig/SetCustomerConfig',
        words: `Send the full list of ${after.length} origins with all other settings unchanged`,
      },
      {
        method: 'POST',
        path: '/TenantConfig/GetCustomerConfig',
        words: 'Verify the configuration',
      },
    ],
  };
}

function observeOrigins(
  change: Change<OriginsState>,
  outcome: Outcome | undefined,
  { origins, others }: CustomerConfig,
): Observation<Outcome> {
  const { before, after } = bothSides(change);
  const wanted = changeOf(before, after);
  if (isApplied(wanted, origins)) {
    const changed = outcome?.others === undefined ? [] : changedSettings(outcome.others, others);
    const known = { targetId: originsTargetId };
    return changed.length === 0
      ? { state: 'in-effect', outcome: outcome ?? known }
      : {
          state: 'different',
          what: `These settings changed with it: ${changed.join(', ')}.`,
          outcome: known,
        };
  }
  if (isUnchanged(wanted, origins)) return { state: 'as-before' };
  const missing = without(wanted.added, origins);
  const surplus = wanted.removed.filter((origin) => without([origin], origins).length === 0);
  return { state: 'different', what: describeDifference(missing, surplus) };
}

function bothSides({ before, after }: Change<OriginsState>) {
  if (before !== null && after !== null) return { before: before.origins, after: after.origins };
  throw failure('invalid-input', 'The list of trusted origins can be changed, but not added or removed.');
}

function ownHostWarnings(baseUrl: string, before: readonly string[], after: readonly string[]): string[] {
  const { host, hostname } = new URL(baseUrl);
  const { removed } = changeOf(before, after);
  const leaves = [...new Set([host, hostname])].some((own) => without([own], removed).length === 0);
  return leaves
    ? [`${host} is this tenant’s own host. Without it, the tenant’s pages may stop working.`]
    : [];
}

function emptiedMeanwhile(): Error {
  return failure(
    'plan-outdated',
    'Someone else just removed the other trusted origins, so this change would leave none. Nothing was sent. Review the change again.',
  );
}

const nobodyLeft = 'The list is empty: browsers will block all calls from pages on other hosts.';

function describeDifference(missing: readonly string[], surplus: readonly string[]): string {
  return [
    ...(missing.length === 0 ? [] : [`Missing: ${missing.join(', ')}.`]),
    ...(surplus.length === 0 ? [] : [`Still there: ${surplus.join(', ')}.`]),
  ].join(' ');
}
