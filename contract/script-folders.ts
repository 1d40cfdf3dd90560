import { z } from 'zod';
import { applicationIdSchema } from './applications.ts';
import { deskErrorSchema } from './desk-error-schema.ts';
import { tenantIdSchema } from './identifiers.ts';
import { method } from './method.ts';

/** A file of a linked folder about which a person has to know something. */
export const linkedFileSchema = z.strictObject({
  applicationId: applicationIdSchema,
  application: z.string(),
  file: z.string(),
  state: z.enum([
    /** Edited outside, and the draft by now. */
    'draft',
    /** Edited outside and in the desk, in the same lines. */
    'conflict',
    /** Edited outside, and its draft was discarded. */
    'differs',
    /** Removed outside. The script on the tenant stays. */
    'deleted',
    /** It cannot be read or written, and `error` says why. */
    'failed',
  ]),
  error: z.optional(deskErrorSchema),
});

/** The folder that the scripts of a tenant are kept in as files, for editors and repositories. */
export const linkedFolderSchema = z.strictObject({
  folder: z.string(),
  /** Why the folder as a whole cannot be used now. */
  error: z.optional(deskErrorSchema),
  /** Scripts that are in files, and all that the tenant is known to have. */
  inFiles: z.number().int(),
  total: z.number().int(),
  /** True while scripts are read from the tenant. */
  isReading: z.boolean(),
  /** Those that wait for something, the first of them. */
  waiting: z.array(linkedFileSchema).max(500),
  waitingCount: z.number().int(),
});

export type LinkedFolder = z.infer<typeof linkedFolderSchema>;
export type LinkedScriptFile = z.infer<typeof linkedFileSchema>;

const ofTenant = z.strictObject({ tenantId: tenantIdSchema });
const local = { lane: 'local' } as const;

export const scriptFolderMethods = {
  /** Undefined where none is linked. */
  'scriptFolders.get': method(ofTenant, linkedFolderSchema.optional(), local),
  /**
   * Lets the person choose a folder in a dialog of the host, writes the scripts that are known there, and begins to read the
   * others. Undefined: none chosen. No path ever comes from a page.
   */
  'scriptFolders.link': method(ofTenant, linkedFolderSchema.optional(), local),
  /** Ends the link; the files stay where they are. */
  'scriptFolders.unlink': method(ofTenant, z.undefined(), local),
  /** Reads every script from the tenant and looks at every file. */
  'scriptFolders.refresh': method(ofTenant, linkedFolderSchema),
  /**
   * Settles what waits for a person. `file`: its text becomes the draft, and the draft of before a version. `desk`: the draft
   * stays, and without one the file gets what the tenant has; the text of the file becomes a version.
   */
  'scriptFolders.settle': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      applicationId: applicationIdSchema,
      take: z.enum(['file', 'desk']),
    }),
    linkedFolderSchema,
    local,
  ),
} as const;
