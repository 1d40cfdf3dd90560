import { z } from 'zod';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** What is kept in files: a script, or a webhook with its template. */
export const linkedKindSchema = z.enum(['script', 'webhook']);

/** A file of a linked folder about which a person has to know something. */
const linkedFileSchema = z.strictObject({
  /** Of the application, or of the webhook. */
  targetId: z.string(),
  name: z.string(),
  file: z.string(),
  state: z.enum([
    /** Edited outside, and the draft by now. */
    'draft',
    /** Edited outside and in the desk, in the same lines. */
    'conflict',
    /** Edited outside, and its draft was discarded. */
    'differs',
    /** Removed outside. What the tenant has stays. */
    'deleted',
    /** It cannot be read or written, and `error` says why. */
    'failed',
  ]),
  error: z.optional(deskErrorSchema),
});

/** The folder that scripts or webhooks of a tenant are kept in as files, for editors and repositories. */
const linkedFolderSchema = z.strictObject({
  folder: z.string(),
  /** Why the folder as a whole cannot be used now. */
  error: z.optional(deskErrorSchema),
  /** Those that are in files, and all that the tenant is known to have. */
  inFiles: z.number().int(),
  total: z.number().int(),
  /** True while they are read from the tenant. */
  isReading: z.boolean(),
  /** Those that wait for something, the first of them. */
  waiting: z.array(linkedFileSchema).max(500),
  waitingCount: z.number().int(),
});

export type LinkedKind = z.infer<typeof linkedKindSchema>;
export type LinkedFolder = z.infer<typeof linkedFolderSchema>;
export type LinkedFile = z.infer<typeof linkedFileSchema>;

const ofTenant = z.strictObject({ tenantId: tenantIdSchema, kind: linkedKindSchema });
const local = { lane: 'local' } as const;

export const linkedFolderMethods = {
  /** Undefined where none is linked. */
  'linkedFolders.get': method(ofTenant, linkedFolderSchema.optional(), local),
  /**
   * Lets the person choose a folder in a dialog of the host, writes what is known there. Undefined: none chosen. No path ever comes from a page.
   */
  'linkedFolders.link': method(ofTenant, linkedFolderSchema.optional(), local),
  /** Ends the link; the files stay where they are. */
  'linkedFolders.unlink': method(ofTenant, z.undefined(), local),
  /** Reads everything from the tenant and looks at every file. */
  'linkedFolders.refresh': method(ofTenant, linkedFolderSchema),
  /**
   * Settles what waits for a person. `file`: its text becomes the draft, and the draft of before a version. `desk`: the draft
   * stays, and without one the file gets what the tenant has; the text of the file becomes a version.
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
