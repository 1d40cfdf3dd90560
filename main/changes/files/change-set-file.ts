import { createHash } from 'node:crypto';
import { z } from 'zod';
import { maxChangeSetBytes } from '../../../contract/changes/change-set-files.ts';
import { kindNameSchema, targetIdSchema } from '../../../contract/changes/changes.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { canonicalJson } from '../../platform/json/canonical-json.ts';
import { failure } from '../../platform/errors/failure.ts';
import { checkShape, parseJsonFile, rejectNewer } from '../../platform/files/json-file.ts';
import type { OpenedFile } from '../../platform/files/opened-file.ts';
import { weigh } from '../../platform/json/json-pieces.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { KindTable } from '../kind/kind-table.ts';

/**
 * A change set: the changes of a plan, as a file that people can read and another admin can open and apply.
 * It is stored outside the profile, so its format has its own version; a reader rejects a newer one.
 */
export const changeSetFormat = 'tenant-desk/change-set';
export const changeSetVersion = 1;
/** As many as a plan accepts from a request. */
export const maxChanges = 10_000;
/** Maximum size of one state, its texts included, in units of `weigh`. No state of a real tenant comes near it. */
const maxInState = 50_000;

/** Parsed JSON is valid JSON; only its size has to be checked. */
const stateSchema = z
  .custom<z.core.util.JSONType>((value) => value !== undefined)
  .refine((value) => weigh(value, maxInState) <= maxInState, {
    message: 'is too large',
  });

const changeSchema = z
  .strictObject({
    kind: kindNameSchema,
    /** Of the states' format: an older one is upgraded by its kind. */
    kindVersion: z.number().int().min(0),
    /** Null for an item that doesn't exist yet. */
    targetId: targetIdSchema.nullable(),
    /** For readers, like the difference: only base and wanted are used. */
    title: z.string(),
    name: z.string(),
    difference: z.array(z.string()),
    /** The state on the tenant. Null: the item is created. */
    base: stateSchema.nullable(),
    /** Of the base: editing the file by hand must not make a conflict disappear. */
    baseHash: z.string().nullable(),
    /** Null: the item is deleted. */
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
  /** Management base URL. */
  address: z.string(),
  /** Embedded tenants are distinguished by name, because their port changes with each start. */
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

/** A change set that was opened in this session. */
export interface OpenedSet {
  readonly fileName: string;
  readonly set: ChangeSet;
  /** Name of the tenant that it was made for, if it was retargeted. */
  readonly madeFor?: string;
}

const anyVersion = z.looseObject({ format: z.literal(changeSetFormat), version: z.number().int() });
const format = {
  what: 'a Tenant Desk change set',
  advice: 'Choose a file created with “Save as change set”.',
  maxBytes: maxChangeSetBytes,
};

/**
 * Reads and checks a whole change set: each state by its kind, each base by its hash. Throws `file-too-large`,
 * `file-not-json` or `file-wrong-shape`, naming the change. A file with one problem isn't used at all, because it was reviewed
 * as a whole. Yields to other work in between.
 */
export async function readChangeSet(
  file: OpenedFile,
  kinds: KindTable,
  signal: AbortSignal,
): Promise<ChangeSet> {
  const value = await parseJsonFile(file, format, signal);
  const { version } = await checkShape(file.name, value, { ...format, schema: anyVersion });
  rejectNewer(file.name, version, changeSetVersion, 'Nothing was sent.');
  const set = await checkShape(file.name, value, { ...format, schema: changeSetSchema });
  const yielder = createYielder();
  const changes: SavedChange[] = [];
  for (const [index, change] of set.changes.entries()) {
    if (yielder.isOver()) await yielder.rest();
    changes.push(checked(file.name, change, index, kinds));
  }
  return { ...set, changes };
}

function checked(fileName: string, change: SavedChange, index: number, kinds: KindTable): SavedChange {
  const where = `${fileName}, change ${index + 1} (${change.name || change.kind})`;
  const kind = kinds.find(change.kind);
  if (kind?.type !== 'item') {
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

/** Independent of the order of members; null for none. */
export function hashOf(state: unknown): string | null {
  if (state === null) return null;
  return `sha256-${createHash('sha256').update(canonicalJson(state)).digest('base64')}`;
}

export function tenantOfSet({ name, baseUrl, isSandbox }: TenantProfile): ChangeSetTenant {
  return { name, address: baseUrl, isEmbedded: isSandbox };
}

/** True if the set was made for this tenant: IDs have no meaning in another one. */
export function isForTenant({ tenant }: ChangeSet, profile: TenantProfile): boolean {
  if (tenant.isEmbedded) return profile.isSandbox && profile.name === tenant.name;
  return !profile.isSandbox && withoutSlash(profile.baseUrl) === withoutSlash(tenant.address);
}

function withoutSlash(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url;
}
