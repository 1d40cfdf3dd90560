import { z } from 'zod';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';

/** ID of the built-in role of all users who can sign in. Source: platform specification, "Role". */
export const everybodyId = 'Everybody';

export const roleSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** `PrincipalList`, `Everybody`, `Script`; the set is open. */
  type: z.string(),
  isReadOnly: z.boolean(),
});

/** An application assigned to a role. */
export const roleApplicationSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Assigned by a rule of the tenant, which can't be changed here. */
  isAutomatic: z.boolean(),
});

export const roleMemberSchema = z.strictObject({
  id: z.string(),
  username: z.string(),
  /** Empty if the tenant doesn't report it. */
  displayName: z.string(),
});

/** The specification doesn't name the stored procedures' files, so not every tenant has them. */
const notAvailable = z.strictObject({
  isKnown: z.literal(false),
  /** The tenant's error message. */
  reason: z.string(),
});

export const roleMembersSchema = z.discriminatedUnion('isKnown', [
  z.strictObject({ isKnown: z.literal(true), members: z.array(roleMemberSchema) }),
  notAvailable,
]);

export const memberCountsSchema = z.discriminatedUnion('isKnown', [
  z.strictObject({
    isKnown: z.literal(true),
    /** By role; missing if unknown. */
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

/** Whether an application is assigned to a role. */
export const assignmentStateSchema = z.strictObject({
  /** Display names. */
  application: z.string().max(10_000),
  role: z.string().max(10_000),
  isPublished: z.boolean(),
});

/** A pending change of one cell of the matrix. */
const pendingAssignmentSchema = z.strictObject({
  applicationId: z.string().min(1).max(256),
  application: z.string().max(10_000),
  roleId: z.string().min(1).max(256),
  role: z.string().max(10_000),
  wanted: z.boolean(),
  /** The tenant's value when it was toggled. */
  base: z.boolean(),
});

/** One draft for all pending changes in the matrix of a tenant and the Roles tabs of its applications. */
export const assignmentsDraftSchema = z.strictObject({
  cells: z.array(pendingAssignmentSchema).max(10_000),
});

export type PendingAssignment = z.infer<typeof pendingAssignmentSchema>;
export type AssignmentsDraft = z.infer<typeof assignmentsDraftSchema>;

export type Role = z.infer<typeof roleSchema>;
export type RoleApplication = z.infer<typeof roleApplicationSchema>;
export type RoleMember = z.infer<typeof roleMemberSchema>;
export type RoleMembers = z.infer<typeof roleMembersSchema>;
export type UserPortal = z.infer<typeof userPortalSchema>;
export type MemberCounts = z.infer<typeof memberCountsSchema>;
export type AssignmentState = z.infer<typeof assignmentStateSchema>;

const ofTenant = { tenantId: tenantIdSchema, freshness: freshnessSchema };
const ofRole = z.strictObject({ ...ofTenant, roleId: z.string().min(1).max(256) });

export const roleMethods = {
  'roles.list': method(z.strictObject(ofTenant), snapshotSchema(z.array(roleSchema))),
  /** The applications assigned to a role. Throws `not-found` for a deleted role. */
  'roles.publications': method(ofRole, snapshotSchema(z.array(roleApplicationSchema))),
  /** The members of a role, if the tenant reports them. */
  'roles.members': method(ofRole, snapshotSchema(roleMembersSchema)),
  /** Member counts of all roles in one request. */
  'roles.memberCounts': method(z.strictObject(ofTenant), snapshotSchema(memberCountsSchema)),
  /** The applications a user can see. Never cached: it is personal data. */
  'roles.userPortal': method(
    z.strictObject({ tenantId: tenantIdSchema, username: z.string().trim().min(1).max(256) }),
    userPortalSchema,
  ),
} as const;
