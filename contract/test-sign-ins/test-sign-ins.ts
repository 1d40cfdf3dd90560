import { z } from 'zod';
import { applicationIdSchema } from '../applications/application-summary.ts';
import { atMost } from '../schema/at-most.ts';
import { nothingSchema, tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** Many applications accept far more than the 80 bytes of the specification (SAML 2.0 Bindings, 3.4.3). */
const maxRelayStateLength = 4096;

/** A user of the tenant who can sign in. */
const testPersonSchema = z.strictObject({
  username: z.string(),
  displayName: z.string(),
  jobTitle: z.string(),
});

/** A check that a service provider or relying party performs on a received sign-in response. */
const signInCheckSchema = z.strictObject({
  name: z.string(),
  /** `skipped`: there was nothing to compare. */
  state: z.enum(['passed', 'failed', 'skipped']),
  /** `RS256`, `4 min 29 s left`. */
  fact: z.string(),
  /** If failed: why, and what to do. */
  explanation: z.string().exactOptional(),
  received: z.string().exactOptional(),
  expected: z.string().exactOptional(),
});

const ofScriptSchema = z.strictObject({ line: z.number().int() });

/** What set a value: a line of the application's script (from 1), an attribute in its settings, or the tenant. */
const valueSourceSchema = z.union([ofScriptSchema, z.enum(['settings', 'tenant'])]);

const receivedValueSchema = z.strictObject({
  name: z.string(),
  values: z.array(z.string()),
  setBy: valueSourceSchema,
  /** Source, if there are several: `ID token`. */
  from: z.string().exactOptional(),
});

/** `Subject`, `Conditions`, `Attributes`. */
const receivedSectionSchema = z.strictObject({
  title: z.string(),
  values: z.array(receivedValueSchema),
});

const signInStepSchema = z.strictObject({
  title: z.string(),
  durationMs: z.number(),
  isFailed: z.boolean(),
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
});

/** Where a sign-in starts: at the application (with a request), or at the tenant (as from the user portal, SAML only). */
const signInStartSchema = z.enum(['application', 'tenant']);

/** The result of a test sign-in. */
const testOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('received'),
    checks: z.array(signInCheckSchema),
    sections: z.array(receivedSectionSchema),
    /** Remarks that aren't failures, as full sentences. */
    notes: z.array(z.string()),
    /** Received documents: `ID token`, `Response`. Without access and refresh tokens. */
    sources: z.array(
      z.strictObject({ title: z.string(), language: z.enum(['json', 'xml']), text: z.string() }),
    ),
  }),
  /** Rejected by the tenant, or failed on the way. */
  z.strictObject({
    kind: z.literal('rejected'),
    title: z.string(),
    explanation: z.string(),
    /** Error code of the protocol: `access_denied`, `urn:oasis:names:tc:SAML:2.0:status:Responder`. */
    code: z.string(),
  }),
  z.strictObject({ kind: z.literal('canceled') }),
  z.strictObject({ kind: z.literal('timed-out') }),
]);

export const testSignInSchema = z.strictObject({
  id: z.string(),
  applicationId: applicationIdSchema,
  protocol: z.enum(['saml', 'openid-connect']),
  startFrom: signInStartSchema,
  person: testPersonSchema,
  startedAt: timestampSchema,
  expiresAt: timestampSchema,
  /** Starts the sign-in in the first browser that opens it; null once it has ended. */
  url: z.string().nullable(),
  steps: z.array(signInStepSchema),
  /** Null while in progress. */
  outcome: testOutcomeSchema.nullable(),
});

const originSchema = z.union([ofScriptSchema, z.literal('settings')]).optional();

/** A value as sent by the tenant's script, and by the draft. */
const comparedValueSchema = z.strictObject({
  name: z.string(),
  sign: z.enum(['same', 'changed', 'added', 'removed']),
  /** Null if not sent. */
  before: z.array(z.string()).nullable(),
  after: z.array(z.string()).nullable(),
  beforeSetBy: originSchema,
  afterSetBy: originSchema,
});

/** What a draft of the script would send instead of what the test received. */
const draftComparisonSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('compared'),
    values: z.array(comparedValueSchema),
    /** Values that the tenant sends if no script sets them. */
    tenantNames: z.array(z.string()),
    /** Why the tenant's script fails, if the draft doesn't. */
    failureNow: z.string().nullable(),
  }),
  /** The draft fails: the user couldn't sign in with it. */
  z.strictObject({ kind: z.literal('stopped'), line: z.number().int().nullable(), message: z.string() }),
]);

export type ComparedValue = z.infer<typeof comparedValueSchema>;
export type TestPerson = z.infer<typeof testPersonSchema>;
export type SignInCheck = z.infer<typeof signInCheckSchema>;
export type ValueSource = z.infer<typeof valueSourceSchema>;
export type ReceivedValue = z.infer<typeof receivedValueSchema>;
export type ReceivedSection = z.infer<typeof receivedSectionSchema>;
export type SignInStep = z.infer<typeof signInStepSchema>;
export type TestOutcome = z.infer<typeof testOutcomeSchema>;
export type SignInStart = z.infer<typeof signInStartSchema>;
export type DraftComparison = z.infer<typeof draftComparisonSchema>;
export type TestSignIn = z.infer<typeof testSignInSchema>;

const ofApplication = z.strictObject({ tenantId: tenantIdSchema, applicationId: applicationIdSchema });
const oneTest = z.strictObject({ tenantId: tenantIdSchema, id: z.string().min(1).max(64) });

/**
 * Test sign-ins to applications of an embedded tenant: Tenant Desk acts as the application in the browser and shows what it
 * received. Nothing is sent to the application, and nothing is stored. `not-found` for any other tenant.
 */
export const testSignInMethods = {
  'testSignIns.people': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(testPersonSchema)),
  /** Of one application since the app started, newest first. */
  'testSignIns.list': method(ofApplication, z.array(testSignInSchema), { lane: 'local' }),
  /** Opens the browser. Cancels one in progress for the same application. */
  'testSignIns.start': method(
    ofApplication.extend({
      username: z.string().min(1).max(512),
      startFrom: signInStartSchema.default('application'),
      /** For a sign-in that starts at the tenant; empty for none. */
      relayState: z
        .string()
        .max(...atMost(maxRelayStateLength, 'The relay state'))
        .default(''),
    }),
    testSignInSchema,
  ),
  /** Runs the script draft of the application for the tested user; undefined if there is no draft, or nothing to compare it with. */
  'testSignIns.compareDraft': method(oneTest, draftComparisonSchema.optional(), { lane: 'local' }),
  /** The test as Markdown for a ticket, without tokens, signatures and keys. Compared with the draft, if there is one. */
  'testSignIns.report': method(oneTest, z.string(), { lane: 'local' }),
  /** The same as a file; undefined: no file chosen. */
  'testSignIns.saveReport': method(oneTest, z.strictObject({ fileName: z.string() }).optional(), {
    lane: 'local',
  }),
  'testSignIns.reopen': method(oneTest, nothingSchema),
  'testSignIns.cancel': method(oneTest, testSignInSchema, { lane: 'local' }),
} as const;
