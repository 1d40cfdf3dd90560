import { z } from 'zod';
import { nothingSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** What is checked, from the outside in. */
export const diagnosticNames = [
  'program',
  'runtime',
  'disk',
  'profile',
  'crashReports',
  'services',
  'keychain',
  'policy',
  'proxy',
  'certificates',
] as const;

const diagnosticSchema = z.strictObject({
  check: z.enum(diagnosticNames),
  status: z.enum(['ok', 'warning', 'failed']),
  /** What was found, and what to do. On this computer only: it can name hosts and folders. */
  detail: z.string(),
});

export type DiagnosticName = (typeof diagnosticNames)[number];
export type Diagnostic = z.infer<typeof diagnosticSchema>;
export type DiagnosticStatus = Diagnostic['status'];

const local = { lane: 'local' } as const;

export const diagnosticsMethods = {
  /** Checks everything that Tenant Desk depends on, without a request to a tenant. A check that can't be made has failed. */
  'diagnostics.check': method(nothingSchema, z.array(diagnosticSchema), local),
  /** The report for support: the checks and the end of the log, without names, hosts, folders and secrets. */
  'diagnostics.report': method(nothingSchema, z.strictObject({ text: z.string() }), local),
  /** Saves the report; undefined: no file chosen. */
  'diagnostics.save': method(nothingSchema, z.strictObject({ fileName: z.string() }).optional(), local),
} as const;
