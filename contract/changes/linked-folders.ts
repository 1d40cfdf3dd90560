import { z } from 'zod';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** What can be stored as files: scripts, or webhooks with their templates. */
export const linkedKindSchema = z.enum(['script', 'webhook']);

/** A file of a linked folder that needs attention. */
const linkedFileSchema = z.strictObject({
  /** ID of the application or webhook. */
  targetId: z.string(),
  name: z.string(),
  file: z.string(),
  state: z.enum([
    /** Edited outside; now the draft. */
    'draft',
    /** Edited outside and in Tenant Desk, in the same lines. */
    'conflict',
    /** Edited outside; its draft was discarded. */
    'differs',
    /** Deleted outside. The tenant's version stays. */
    'deleted',
    /** Can't be read or written; `error` says why. */
    'failed',
  ]),
  error: z.optional(deskErrorSchema),
});

/** The folder with the scripts or webhooks of a tenant as files, for editors and repositories. */
const linkedFolderSchema = z.strictObject({
  folder: z.string(),
  /** Why the whole folder can't be used now. */
  error: z.optional(deskErrorSchema),
  /** Items stored as files, and all known items of the tenant. */
  inFiles: z.number().int(),
  total: z.number().int(),
  /** True while they are read from the tenant. */
  isReading: z.boolean(),
  /** The first files that need attention. */
  waiting: z.array(linkedFileSchema).max(500),
  waitingCount: z.number().int(),
});

export type LinkedKind = z.infer<typeof linkedKindSchema>;
export type LinkedFolder = z.infer<typeof linkedFolderSchema>;
export type LinkedFile = z.infer<typeof linkedFileSchema>;

const ofTenant = z.strictObject({ tenantId: tenantIdSchema, kind: linkedKindSchema });
const local = { lane: 'local' } as const;

export const linkedFolderMethods = {
  /** Undefined if none is linked. */
  'linkedFolders.get': method(ofTenant, linkedFolderSchema.optional(), local),
  /**
   * Lets the user choose a folder in a dialog of the host, and writes the known items to it. Undefined: none chosen. A page never
   * supplies a path.
   */
  'linkedFolders.link': method(ofTenant, linkedFolderSchema.optional(), local),
  /** Removes the link; the files stay. */
  'linkedFolders.unlink': method(ofTenant, z.undefined(), local),
  /** Reads everything from the tenant and checks every file. */
  'linkedFolders.refresh': method(ofTenant, linkedFolderSchema),
  /**
   * Resolves a file that needs attention. `file`: its text becomes the draft, and the previous draft a version. `desk`: the draft
   * stays, or without one the file gets the tenant's version; the text of the file becomes a version.
   */
  'linkedFolders.settle': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      kind: linkedKindSchema,
      targetId: z.string().min(1).max(256),
      take: z.enum(['file', 'desk']),
    }),
    linkedFolderSchema,
    local,
  ),
} as const;
