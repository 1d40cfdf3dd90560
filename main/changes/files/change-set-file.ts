import { createHash } from 'node:crypto';
import { z } from 'zod';
import { maxChangeSetBytes } from '../../../contract/changes/change-set-files.ts';
import { kindNameSchema, targetIdSchema } from '../../../contract/changes/changes.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { canonicalJson } from '../../platform/json/canonical-json.ts';
import { failure } from '../../platform/errors/failure.ts';
import { checkShape, parseJsonFile, refuseNewer } from '../../platform/files/json-file.ts';
import type { OpenedFile } from '../../platform/files/opened-file.ts';
import { weigh } from '../../platform/json/json-pieces.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { KindTable } from '../kind/kind-table.ts';

/**
 * A change-set: what a plan would change, as a file that people can read and another administrator can open and apply.
 * It lies outside of the profile, so that its shape has a version of its own; a reader refuses a newer one.
 */
export const changeSetFormat = 'tenant-desk/change-set';
export const changeSetVersion = 1;
/** As many as a plan takes edits from a request. */
export const maxChanges = 10_000;
/** Of one state, its texts included as `weigh` counts them. Nothing that a tenant has comes near. */
const maxInState = 50_000;

/** What was parsed from JSON is JSON; how much of it there is has to be asked. */
const stateSchema = z
  .custom<z.core.util.JSONType>((value) => value !== undefined)
  .refine((value) => weigh(value, maxInState) <= maxInState, {
    message: 'is too large',
  });

const changeSchema = z
  .strictObject({
    kind: kindNameSchema,
    /** Of the states' shape: an older one is upgraded by its kind. */
    kindVersion: z.number().int().min(0),
    /** Null for a thing that does not exist yet. */
    targetId: targetIdSchema.nullable(),
    /** For people, like the difference: what counts is between base and wanted. */
    title: z.string(),
    name: z.string(),
    difference: z.array(z.string()),
    /** What the tenant had. Null: it is created. */
    base: stateSchema.nullable(),
    /** Of the base: who edits the file by hand must not make a conflict vanish. */
    baseHash: z.string().nullable(),
    /** Null: it is deleted. */
    wanted: stateSchema.nullable(),
  })
  .refine(({ targetId, base }) => (targetId === null) === (base === null), {
    message: 'A change of an existing item needs its ID and base; a new item has neither.',
  })
  .refine(({ base, wanted }) => base !== null || wanted !== null, {
    message: 'A change needs a base, a new state, or both.',
  });

const tenantSchema = z.strictObject({
  name: z.string(),
  /** Management base address. */
  address: z.string(),
  /** Embedded tenants are told apart by name: their port is another one each day. */
  isEmbedded: z.boolean(),
});

export const changeSetSchema = z.strictObject({
  format: z.literal(changeSetFormat),
  version: z.literal(changeSetVersion),
  title: z.string(),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  tenant: tenantSchema,
  changes: z.array(changeSchema).min(1, 'contains no changes').max(maxChanges),
});

export type ChangeSet = z.infer<typeof changeSetSchema>;
export type ChangeSetTenant = z.infer<typeof tenantSchema>;
export type SavedChange = z.infer<typeof changeSchema>;

/** A change-set that was opened in this session. */
export interface OpenedSet {
  readonly fileName: string;
  readonly set: ChangeSet;
  /** Name of the tenant that it was made for, where it was re-targeted. */
  readonly madeFor?: string;
}

const anyVersion = z.looseObject({ format: z.literal(changeSetFormat), version: z.number().int() });
const format = {
  what: 'a Tenant Desk change set',
  advice: 'Choose a file created with “Save as change set”.',
  maxBytes: maxChangeSetBytes,
};

/**
 * Reads and checks a whole change-set: each state by its kind, each base by its hash. Throws `file-too-large`,
 * `file-not-json` or `file-wrong-shape`, naming the change; nothing of a file that is wrong in one place is used, for
 * what was reviewed is the whole. Everybody else gets a turn meanwhile.
 */
export async function readChangeSet(
  file: OpenedFile,
  kinds: KindTable,
  signal: AbortSignal,
): Promise<ChangeSet> {
  const value = await parseJsonFile(file, format, signal);
  const { version } = await checkShape(file.name, value, { ...format, schema: anyVersion });
  refuseNewer(file.name, version, changeSetVersion, 'Nothing was sent.');
  const set = await checkShape(file.name, value, { ...format, schema: changeSetSchema });
  const turns = createYielder();
  const changes: SavedChange[] = [];
  for (const [index, change] of set.changes.entries()) {
    if (turns.isOver()) await turns.rest();
    changes.push(checked(file.name, change, index, kinds));
  }
  return { ...set, changes };
}

function checked(fileName: string, change: SavedChange, index: number, kinds: KindTable): SavedChange {
  const where = `${fileName}, change ${index + 1} (${change.name || change.kind})`;
  const kind = kinds.find(change.kind);
  if (kind?.type !== 'thing') {
    throw failure(
      'file-wrong-shape',
      `${where}: this version of Tenant Desk doesn’t support “${change.kind}”. Nothing was sent. Update Tenant Desk, or remove this change from the file.`,
    );
  }
  if (change.baseHash !== hashOf(change.base)) {
    throw failure(
      'file-wrong-shape',
      `${where}: its base was edited. Nothing was sent. Restore the base and edit only the new state.`,
    );
  }
  const read = (state: unknown): SavedChange['base'] =>
    state === null ? null : stateSchema.parse(kind.parse(state, change.kindVersion));
  try {
    return { ...change, kindVersion: kind.version, base: read(change.base), wanted: read(change.wanted) };
  } catch (error) {
    throw failure(
      'file-wrong-shape',
      `${where} has a format that this version of Tenant Desk doesn’t support. Nothing was sent.`,
      { cause: error },
    );
  }
}

/** Of a state in any order of its members; null for none. */
export function hashOf(state: unknown): string | null {
  if (state === null) return null;
  return `sha256-${createHash('sha256').update(canonicalJson(state)).digest('base64')}`;
}

export function tenantOfSet({ name, baseUrl, isSandbox }: TenantProfile): ChangeSetTenant {
  return { name, address: baseUrl, isEmbedded: isSandbox };
}

/** True where the set was made for this tenant: identifiers mean nothing in another. */
export function isForTenant({ tenant }: ChangeSet, profile: TenantProfile): boolean {
  if (tenant.isEmbedded) return profile.isSandbox && profile.name === tenant.name;
  return !profile.isSandbox && withoutSlash(profile.baseUrl) === withoutSlash(tenant.address);
}

function withoutSlash(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replace(/\/+$/, '') : address;
}
