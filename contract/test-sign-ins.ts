import { z } from 'zod';
import { applicationIdSchema } from './applications.ts';
import { nothingSchema, tenantIdSchema, timestampSchema } from './identifiers.ts';
import { method } from './method.ts';

/** Somebody of the tenant who can sign in. */
export const testPersonSchema = z.strictObject({
  username: z.string(),
  displayName: z.string(),
  jobTitle: z.string(),
});

/** One thing that a service provider or relying party checks before it believes what it received. */
export const signInCheckSchema = z.strictObject({
  name: z.string(),
  /** `skipped`: there was nothing to compare. */
  state: z.enum(['passed', 'failed', 'skipped']),
  /** `RS256`, `4 min 29 s left`. */
  fact: z.string(),
  /** Of a failed one: why, and what to do. */
  explanation: z.string().exactOptional(),
  received: z.string().exactOptional(),
  expected: z.string().exactOptional(),
});

/** What set a value: a line of the application's script, from 1, or the tenant. */
export const valueSourceSchema = z.union([z.strictObject({ line: z.number().int() }), z.literal('tenant')]);

export const receivedValueSchema = z.strictObject({
  name: z.string(),
  values: z.array(z.string()),
  setBy: valueSourceSchema,
  /** Where it came from, where there are several: `ID token`. */
  from: z.string().exactOptional(),
});

/** `Subject`, `Conditions`, `Attributes`. */
export const receivedSectionSchema = z.strictObject({
  title: z.string(),
  values: z.array(receivedValueSchema),
});

export const signInStepSchema = z.strictObject({
  title: z.string(),
  durationMs: z.number(),
  isFailed: z.boolean(),
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
});

/** What came of a test sign-in. */
export const testOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('received'),
    checks: z.array(signInCheckSchema),
    sections: z.array(receivedSectionSchema),
    /** What to know of it that is no failure, in sentences. */
    notes: z.array(z.string()),
    /** As it came, for reading: `ID token`, `Response`. Access and refresh tokens are not among them. */
    sources: z.array(
      z.strictObject({ title: z.string(), language: z.enum(['json', 'xml']), text: z.string() }),
    ),
  }),
  /** The tenant answered no, or something went wrong on the way. */
  z.strictObject({
    kind: z.literal('refused'),
    title: z.string(),
    explanation: z.string(),
    /** As the protocol has it: `access_denied`, `urn:oasis:names:tc:SAML:2.0:status:Responder`. */
    code: z.string(),
  }),
  z.strictObject({ kind: z.literal('cancelled') }),
  z.strictObject({ kind: z.literal('timed-out') }),
]);

export const testSignInSchema = z.strictObject({
  id: z.string(),
  applicationId: applicationIdSchema,
  protocol: z.enum(['saml', 'openid-connect']),
  person: testPersonSchema,
  startedAt: timestampSchema,
  expiresAt: timestampSchema,
  /** Begins the sign-in in the browser that opens it first; null once it is over. */
  url: z.string().nullable(),
  steps: z.array(signInStepSchema),
  /** Null while the browser is at it. */
  outcome: testOutcomeSchema.nullable(),
});

export type TestPerson = z.infer<typeof testPersonSchema>;
export type SignInCheck = z.infer<typeof signInCheckSchema>;
export type ValueSource = z.infer<typeof valueSourceSchema>;
export type ReceivedValue = z.infer<typeof receivedValueSchema>;
export type ReceivedSection = z.infer<typeof receivedSectionSchema>;
export type SignInStep = z.infer<typeof signInStepSchema>;
export type TestOutcome = z.infer<typeof testOutcomeSchema>;
export type TestSignIn = z.infer<typeof testSignInSchema>;

const ofApplication = z.strictObject({ tenantId: tenantIdSchema, applicationId: applicationIdSchema });
const oneTest = z.strictObject({ tenantId: tenantIdSchema, id: z.string().min(1).max(64) });

/**
 * Test sign-ins to applications of an embedded tenant: Tenant Desk stands in for the application, in the browser, and shows what it
 * received. Nothing is sent to the application, and nothing is stored. `not-found` for any other tenant.
 */
export const testSignInMethods = {
  'testSignIns.people': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(testPersonSchema)),
  /** Of one application since the program started, the newest first. */
  'testSignIns.list': method(ofApplication, z.array(testSignInSchema), { lane: 'local' }),
  /** Opens the browser. One that is still going on for the same application is cancelled. */
  'testSignIns.start': method(
    ofApplication.extend({ username: z.string().min(1).max(512) }),
    testSignInSchema,
  ),
  'testSignIns.reopen': method(oneTest, nothingSchema),
  'testSignIns.cancel': method(oneTest, testSignInSchema, { lane: 'local' }),
} as const;
