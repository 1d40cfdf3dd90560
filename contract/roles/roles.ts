import { z } from 'zod';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';

/** Identifier of the built-in role of all people who can sign in. Source: platform specification, "Role". */
export const everybodyId = 'Everybody';

export const roleSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** `PrincipalList`, `Everybody`, `Script`; the set is open. */
  type: z.string(),
  isReadOnly: z.boolean(),
});

/** An application that a role has. */
export const roleApplicationSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Granted by a rule of the tenant: a publication cannot change it. */
  isAutomatic: z.boolean(),
});

export const roleMemberSchema = z.strictObject({
  id: z.string(),
  username: z.string(),
  /** Empty where the tenant does not tell it. */
  displayName: z.string(),
});

/** The stored procedures are the tenant's own, and the specification names no file: not every tenant has them. */
const notAvailable = z.strictObject({
  isKnown: z.literal(false),
  /** What the tenant said when it was asked. */
  reason: z.string(),
});

export const roleMembersSchema = z.discriminatedUnion('isKnown', [
  z.strictObject({ isKnown: z.literal(true), members: z.array(roleMemberSchema) }),
  notAvailable,
]);

export const memberCountsSchema = z.discriminatedUnion('isKnown', [
  z.strictObject({
    isKnown: z.literal(true),
    /** By role; a role without an entry has a number that is not known. */
    counts: z.record(z.string(), z.number().int().nonnegative()),
  }),
  notAvailable,
]);

/** What a user sees in the user portal. */
const userPortalSchema = z.strictObject({
  username: z.string(),
  displayName: z.string(),
  applications: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      icon: z.string(),
      type: z.string(),
    }),
  ),
});

/** Whether an application is published to a role. */
export const publicationStateSchema = z.strictObject({
  /** Names, for titles and lists. */
  application: z.string().max(10_000),
  role: z.string().max(10_000),
  isPublished: z.boolean(),
});

/** A cell of the matrix as it shall be. */
const pendingPublicationSchema = z.strictObject({
  applicationId: z.string().min(1).max(256),
  application: z.string().max(10_000),
  roleId: z.string().min(1).max(256),
  role: z.string().max(10_000),
  wanted: z.boolean(),
  /** What the tenant had when it was toggled. */
  base: z.boolean(),
});

/** What is pending in the matrix of a tenant and in the Roles tabs of its applications: one draft for all of them. */
export const publicationsDraftSchema = z.strictObject({
  cells: z.array(pendingPublicationSchema).max(10_000),
});

export type PendingPublication = z.infer<typeof pendingPublicationSchema>;
export type PublicationsDraft = z.infer<typeof publicationsDraftSchema>;

export type Role = z.infer<typeof roleSchema>;
export type RoleApplication = z.infer<typeof roleApplicationSchema>;
export type RoleMember = z.infer<typeof roleMemberSchema>;
export type RoleMembers = z.infer<typeof roleMembersSchema>;
export type UserPortal = z.infer<typeof userPortalSchema>;
export type MemberCounts = z.infer<typeof memberCountsSchema>;
export type PublicationState = z.infer<typeof publicationStateSchema>;

/** An application and a role. */
export interface Publication {
  readonly applicationId: string;
  readonly roleId: string;
}

export const publicationKindName = 'publication';

/**
 * The identifier of an application's publication to a role, among targets of changes. Both are percent-encoded, so that
 * what stands between them occurs in neither. Example: `publicationTarget({ applicationId: 'a|b', roleId: 'r' })` is
 * `a%7Cb|r`.
 */
export function publicationTarget({ applicationId, roleId }: Publication): string {
  return `${encoded(applicationId)}|${encoded(roleId)}`;
}

/** The inverse of `publicationTarget`; undefined for what is none. */
export function publicationOf(targetId: string): Publication | undefined {
  const [applicationId, roleId, ...more] = targetId.split('|');
  if (applicationId === undefined || roleId === undefined || more.length > 0) return undefined;
  try {
    return { applicationId: decodeURIComponent(applicationId), roleId: decodeURIComponent(roleId) };
  } catch {
    return undefined;
  }
}

/** Half a character cannot be encoded, and no tenant can be asked for it. */
const encoded = (id: string): string => encodeURIComponent(id.toWellFormed());

const ofTenant = { tenantId: tenantIdSchema, freshness: freshnessSchema };
const ofRole = z.strictObject({ ...ofTenant, roleId: z.string().min(1).max(256) });

export const roleMethods = {
  'roles.list': method(z.strictObject(ofTenant), snapshotSchema(z.array(roleSchema))),
  /** The applications that a role has. Throws `not-found` for a role that is gone. */
  'roles.publications': method(ofRole, snapshotSchema(z.array(roleApplicationSchema))),
  /** The people who have a role, where the tenant tells. */
  'roles.members': method(ofRole, snapshotSchema(roleMembersSchema)),
  /** How many people have which role, of all roles in one request. */
  'roles.memberCounts': method(z.strictObject(ofTenant), snapshotSchema(memberCountsSchema)),
  /** The applications that a user sees. Requested each time, never cached: it is about one person. */
  'roles.userPortal': method(
    z.strictObject({ tenantId: tenantIdSchema, username: z.string().trim().min(1).max(256) }),
    userPortalSchema,
  ),
} as const;
