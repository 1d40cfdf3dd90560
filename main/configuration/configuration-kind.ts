import { z } from 'zod';
import type { ConfigurationState } from '../../contract/configuration/configuration.ts';
import {
  configurationSchema,
  configurationStateSchema,
  configurationTargetId,
} from '../../contract/configuration/configuration.ts';
import type { Change, ChangeDescription, ChangeKind, Problem } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import { isSameState, mergeStates } from '../changes/kind/compare-states.ts';
import { mergedPartText } from '../changes/kind/merged-text.ts';
import type { FieldPart, PairsPart } from '../changes/kind/part.ts';
import { failure } from '../platform/errors/failure.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { OtherSettings } from '../tenants/endpoints/customer-config.ts';
import {
  changedSettings,
  otherSettingsSchema,
  readWholeConfig,
  settableOf,
  writeCustomerConfig,
} from '../tenants/endpoints/customer-config.ts';
import { comparedConfiguration } from './compared-configuration.ts';
import { configurationOf, sentValue, stateOf } from './configuration-state.ts';

/** Cache key of the configuration. */
export const configurationKey = 'configuration';

type Toggle = 'IsPasswordPersistanceEnabled' | 'ForgotUsernameAllowed' | 'SendPasswordChangeConfirmation';

function toggle(name: Toggle, label: string): FieldPart<ConfigurationState> {
  return {
    type: 'field',
    name,
    label,
    get: (state) => (state[name] === true ? 'on' : 'off'),
    set: (state, value) => ({ ...state, [name]: value === 'on' }),
    isKnown: (state) => state[name] !== null,
  };
}

const parts = [
  toggle('IsPasswordPersistanceEnabled', 'Remember passwords'),
  toggle('ForgotUsernameAllowed', 'Forgot username'),
  toggle('SendPasswordChangeConfirmation', 'Confirm password changes'),
  {
    type: 'field',
    name: 'Domain',
    label: 'Domain',
    get: ({ Domain }) => Domain ?? '',
    set: (state, value) => ({ ...state, Domain: value }),
    isKnown: ({ Domain }) => Domain !== null,
  } satisfies FieldPart<ConfigurationState>,
  {
    type: 'pairs',
    name: 'MfaAttributeMapping',
    label: 'MFA attributes',
    isCaseSensitive: true,
    get: ({ MfaAttributeMapping: pairs }) => (pairs ?? []).map((pair) => ({ ...pair, isSecret: false })),
    set: (state, pairs) => ({
      ...state,
      MfaAttributeMapping: pairs.map(({ name, value }) => ({ name, value })),
    }),
    isKnown: ({ MfaAttributeMapping }) => MfaAttributeMapping !== null,
  } satisfies PairsPart<ConfigurationState>,
] as const;

const names = parts.map(({ name }) => name as keyof ConfigurationState);

const outcomeSchema = z.object({
  targetId: z.string(),
  /** Everything that can be set, as it was sent, together with the origins, which this leaves unchanged. */
  sent: otherSettingsSchema.optional(),
  origins: z.unknown().optional(),
  /** What others had changed when it was sent, and was merged: full sentences. */
  merged: z.array(z.string()).optional(),
});

type Outcome = z.infer<typeof outcomeSchema>;

const description: ChangeDescription = {
  title: 'Change configuration',
  warnings: [],
  steps: [
    {
      method: 'POST',
      path: '/TenantConfig/GetCustomerConfig',
      words: 'Read the current configuration',
    },
    {
      method: 'POST',
      path: '/TenantConfig/SetCustomerConfig',
      words: 'Send the changes with all other settings and origins unchanged',
    },
    {
      method: 'POST',
      path: '/TenantConfig/GetCustomerConfig',
      words: 'Verify the configuration',
    },
  ],
};

export interface ConfigurationKindParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
}

/** The settings of a tenant, written with its trusted origins as one record: unedited settings are sent as just read. */
export function createConfigurationKind({
  client,
  cache,
}: ConfigurationKindParts): ChangeKind<ConfigurationState, undefined, Outcome> {
  const readRecord = ({ reads, tenant, call }: ChangeContext) =>
    reads.once('configuration', () => readWholeConfig(client, tenant.id, call));
  const read = async (context: ChangeContext): Promise<ConfigurationState> =>
    stateOf(await readRecord(context));
  const cachedOf = (tenantId: string) =>
    cache.snapshots.read(tenantId, configurationKey, configurationSchema);

  return {
    name: 'configuration',
    version: 1,
    noun: { one: 'configuration', many: 'configurations' },
    state: configurationStateSchema,
    notes: z.undefined(),
    outcome: outcomeSchema,
    isMergedWhenSent: true,
    parts,
    nameOf: () => 'Tenant configuration',
    problemsOf,
    read: async (targetId, context) => (targetId === configurationTargetId ? await read(context) : undefined),
    describe: async () => description,
    begin: async () => undefined,
    async apply(change, context) {
      const { before, after } = bothSides(change);
      // Another admin may have changed other settings a moment ago: only the settings of this change may change.
      context.reads.forget();
      const record = await readRecord(context);
      const sides = { base: before, theirs: stateOf(record), mine: after };
      const { merged, conflicts } = mergeStates(parts, sides);
      if (conflicts.size > 0) throw changedMeanwhile([...conflicts.keys()], context);
      const changed = Object.fromEntries(changedNames(change).map((name) => [name, sentValue(merged, name)]));
      const others: OtherSettings = { ...settableOf(record), ...changed };
      const origins = record['AllowCors'];
      const purpose = 'change the configuration';
      await writeCustomerConfig(client, context.tenant.id, { origins, others, purpose }, context.call);
      return {
        targetId: configurationTargetId,
        sent: others,
        origins,
        merged: mergedPartText(parts, sides),
      };
    },
    async observe(change, outcome, context) {
      const { before, after } = bothSides(change);
      const record = await readRecord(context);
      const now = stateOf(record);
      if (isInPlace({ from: after, to: before }, now)) return { state: 'as-before' };
      const known = { targetId: configurationTargetId };
      if (!isInPlace({ from: before, to: after }, now))
        return { state: 'different', what: 'Not every setting was applied.', outcome: known };
      const what = changedWithIt(outcome, record);
      return what.length === 0
        ? { state: 'in-effect', outcome: outcome ?? known }
        : { state: 'different', what: `These settings changed with it: ${what.join(', ')}.`, outcome: known };
    },
    mergedIn: ({ merged = [] }) => merged,
    compared: comparedConfiguration(cachedOf, read),
    // Every tenant has exactly one.
    retarget: async ({ targetId, base, wanted }) => ({ targetId, base, wanted, notes: [] }),
    cached: (tenantId) => () => {
      const stored = cachedOf(tenantId);
      return stored && { state: stored.data.state, fetchedAt: stored.fetchedAt };
    },
    remember(changes, tenantId) {
      const state = changes.at(-1)?.state;
      const stored = cachedOf(tenantId);
      if (state == null || stored === undefined) return;
      const members = { ...Object.fromEntries(stored.data.members.map(({ name, value }) => [name, value])) };
      for (const name of names)
        if (state[name] !== null) members[name] = z.json().parse(sentValue(state, name));
      cache.snapshots.write(tenantId, configurationKey, configurationOf(members), cache.now());
    },
  };
}

function bothSides({ before, after }: Change<ConfigurationState>) {
  if (before !== null && after !== null) return { before, after };
  throw failure('invalid-input', 'The configuration can be changed, but not added or removed.');
}

function changedMeanwhile(names: readonly string[], { tenant }: ChangeContext): Error {
  const labels = parts.filter(({ name }) => names.includes(name)).map(({ label }) => label);
  return failure(
    'plan-outdated',
    `The configuration changed in ${tenant.name} a moment ago (${labels.join(', ')}). Nothing was sent. Review the change again.`,
  );
}

/** True when everything between the two states is applied in the present one, whatever others changed beside it. */
function isInPlace(
  { from, to }: { readonly from: ConfigurationState; readonly to: ConfigurationState },
  now: ConfigurationState,
): boolean {
  const { merged, conflicts } = mergeStates(parts, { base: from, theirs: now, mine: to });
  return conflicts.size === 0 && isSameState(parts, merged, now);
}

/** What a change is about, without settings that the tenant doesn't return correctly. */
function changedNames(change: Change<ConfigurationState>): (keyof ConfigurationState)[] {
  const { before, after } = bothSides(change);
  return names.filter(
    (name) =>
      before[name] !== null &&
      after[name] !== null &&
      JSON.stringify(valueOf(before, name)) !== JSON.stringify(valueOf(after, name)),
  );
}

// Sorted, because the order of names and values has no meaning.
function valueOf(state: ConfigurationState, name: keyof ConfigurationState): unknown {
  if (name !== 'MfaAttributeMapping') return state[name];
  return state[name]?.toSorted((one, other) => (one.name < other.name ? -1 : 1)) ?? null;
}

function changedWithIt(
  { sent, origins }: Partial<Outcome> = {},
  record: Readonly<Record<string, unknown>>,
): string[] {
  if (sent === undefined) return [];
  const areOrigins = JSON.stringify(origins ?? []) === JSON.stringify(record['AllowCors'] ?? []);
  return [...changedSettings(sent, settableOf(record)), ...(areOrigins ? [] : ['trusted origins'])];
}

function problemsOf({ MfaAttributeMapping: pairs }: ConfigurationState): readonly Problem[] {
  const known = new Set<string>();
  return (pairs ?? []).flatMap(({ name }): Problem[] => {
    const part = 'MfaAttributeMapping';
    if (name.trim() === '') return [{ part, message: 'Give each attribute a name, or remove its row.' }];
    if (known.has(name)) return [{ part, message: `“${name}” is listed twice. Remove one.` }];
    known.add(name);
    return [];
  });
}
