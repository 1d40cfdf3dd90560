import { z } from 'zod';
import { mergeSets } from '../changes/three-way-merge.ts';
import type { ChangeContext, ChangeKind } from '../changes/change-kind.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { CustomerConfig } from '../tenants/endpoints/customer-config.ts';
import {
  changedSettings,
  otherSettingsSchema,
  readCustomerConfig,
  writeCustomerConfig,
} from '../tenants/endpoints/customer-config.ts';
import { normaliseOrigin, originKey } from './origin.ts';

const workSchema = z.object({ before: z.array(z.string()), after: z.array(z.string()) });
/** The other settings as they were when the list was sent. */
const outcomeSchema = z.object({ others: otherSettingsSchema.optional() });

type Work = z.infer<typeof workSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

/** The list of trusted origins, always sent as a whole: the tenant knows no other way. */
export function setOrigins(client: TenantClient): ChangeKind<'origins.set', Work, Outcome> {
  const read = (context: ChangeContext): Promise<CustomerConfig> =>
    context.reads.once('customer-config', () => readCustomerConfig(client, context.tenant.id, context.call));

  return {
    kind: 'origins.set',
    work: workSchema,
    outcome: outcomeSchema,

    async plan(intent, context) {
      const { origins: theirs } = await read(context);
      const mine = wantedOrigins(intent.origins, theirs);
      const isChange = !isSameSet(theirs, mine);
      const conflict = isChange ? findConflict(intent.base, theirs, mine) : undefined;
      const added = without(mine, theirs);
      const removed = without(theirs, mine);
      return {
        work: { before: [...theirs], after: mine },
        view: {
          action: isChange ? 'update' : 'none',
          title: 'Set trusted origins',
          target: { type: 'origins', id: 'origins', name: 'Trusted origins' },
          summary: isChange ? `+${added.length} -${removed.length} origins` : 'No change',
          format: 'list',
          before: theirs.join('\n'),
          after: mine.join('\n'),
          ...(conflict === undefined ? {} : { conflict }),
          warnings: ownHostWarnings(context, theirs, mine),
          steps: isChange
            ? [
                'Read the tenant’s configuration',
                `Send the whole list of ${mine.length} origins, with the other settings as they are`,
                'Read the configuration back',
              ]
            : [],
          isUndoable: true,
        },
      };
    },

    async observe({ before, after }, outcome, context) {
      const { origins, others } = await read(context);
      if (isSameSet(origins, after)) {
        const changed = outcome?.others === undefined ? [] : changedSettings(outcome.others, others);
        return changed.length === 0
          ? { state: 'in-effect', outcome: outcome ?? {} }
          : { state: 'different', what: `These settings changed with it: ${changed.join(', ')}.` };
      }
      if (isSameSet(origins, before)) return { state: 'as-before' };
      const missing = without(after, origins);
      const surplus = without(origins, after);
      return { state: 'different', what: describeDifference(missing, surplus) };
    },

    async apply({ after }, context) {
      const { others } = await read(context);
      await writeCustomerConfig(client, context.tenant.id, { origins: after, others }, context.call);
      return { others };
    },

    inverse: ({ before, after }) => ({
      type: 'intents',
      intents: [{ kind: 'origins.set', origins: before, base: after }],
    }),
  };
}

/** Entries that the tenant has already keep its spelling; new ones are normalised, or refused with `invalid-input`. */
function wantedOrigins(wanted: readonly string[], present: readonly string[]): string[] {
  const spelling = new Map(present.map((origin) => [originKey(origin), origin]));
  const origins = wanted.map((origin) => spelling.get(originKey(origin)) ?? normaliseOrigin(origin));
  return [...new Set(origins)];
}

function findConflict(
  base: readonly string[] | undefined,
  theirs: readonly string[],
  mine: readonly string[],
) {
  if (base === undefined || isSameSet(base, theirs)) return undefined;
  const began = wantedOriginsLeniently(base, theirs);
  return {
    base: began.join('\n'),
    theirs: theirs.join('\n'),
    mine: mine.join('\n'),
    merged: mergeSets(began, theirs, mine).join('\n'),
    isClean: true,
  };
}

function wantedOriginsLeniently(base: readonly string[], present: readonly string[]): string[] {
  const spelling = new Map(present.map((origin) => [originKey(origin), origin]));
  return base.map((origin) => spelling.get(originKey(origin)) ?? originKey(origin));
}

function without(origins: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(originKey));
  return origins.filter((origin) => !keys.has(originKey(origin)));
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return without(one, other).length === 0 && without(other, one).length === 0;
}

function ownHostWarnings(
  context: ChangeContext,
  before: readonly string[],
  after: readonly string[],
): string[] {
  const { host, hostname } = new URL(context.tenant.baseUrl);
  const leaves = [...new Set([host, hostname])].some(
    (own) => without([own], before).length === 0 && without([own], after).length === 1,
  );
  return leaves
    ? [`${host} is this tenant’s own host. Without it the tenant’s own pages may stop working.`]
    : [];
}

function describeDifference(missing: readonly string[], surplus: readonly string[]): string {
  const parts = [
    ...(missing.length === 0 ? [] : [`Missing: ${missing.join(', ')}.`]),
    ...(surplus.length === 0 ? [] : [`Not expected: ${surplus.join(', ')}.`]),
  ];
  return parts.join(' ');
}
