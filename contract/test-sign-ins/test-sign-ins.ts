import { z } from 'zod';
import { applicationIdSchema } from '../applications/application-summary.ts';
import { atMost } from '../schema/at-most.ts';
import { nothingSchema, tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** Many applications take far more than the 80 bytes of the specification (SAML 2.0 Bindings, 3.4.3). */
const maxRelayStateLength = 4096;

/** Somebody of the tenant who can sign in. */
const testPersonSchema = z.strictObject({
  username: z.string(),
  displayName: z.string(),
  jobTitle: z.string(),
});

/** One thing that a service provider or relying party checks before it believes what it received. */
const signInCheckSchema = z.strictObject({
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

const ofScriptSchema = z.strictObject({ line: z.number().int() });

/** What set a value: a line of the application's script, from 1, an attribute of its settings, or the tenant. */
const valueSourceSchema = z.union([ofScriptSchema, z.enum(['settings', 'tenant'])]);

const receivedValueSchema = z.strictObject({
  name: z.string(),
  values: z.array(z.string()),
  setBy: valueSourceSchema,
  /** Where it came from, where there are several: `ID token`. */
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

/** Where a sign-in starts: at the application, with a request, or at the tenant, as from the user portal. Only SAML has the latter. */
const signInStartSchema = z.enum(['application', 'tenant']);

/** What came of a test sign-in. */
const testOutcomeSchema = z.discriminatedUnion('kind', [
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
  /** Begins the sign-in in the browser that opens it first; null once it is over. */
  url: z.string().nullable(),
  steps: z.array(signInStepSchema),
  /** Null while the browser is at it. */
  outcome: testOutcomeSchema.nullable(),
});

const originSchema = z.union([ofScriptSchema, z.literal('settings')]).optional();

/** One value as the script of the tenant sends it, and as the draft would. */
const comparedValueSchema = z.strictObject({
  name: z.string(),
  sign: z.enum(['same', 'changed', 'added', 'removed']),
  /** Null where it is not sent. */
  before: z.array(z.string()).nullable(),
  after: z.array(z.string()).nullable(),
  beforeSetBy: originSchema,
  afterSetBy: originSchema,
});

/** What a draft of the script would send in place of what a test received. */
const draftComparisonSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('compared'),
    values: z.array(comparedValueSchema),
    /** What the tenant sends by itself where no script sets it. */
    tenantNames: z.array(z.string()),
    /** Why the script of the tenant sends nothing: it stops, and the draft doesn't. */
    failureNow: z.string().nullable(),
  }),
  /** The draft stops: the user could not sign in with it. */
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
 * Test sign-ins to applications of an embedded tenant: Tenant Desk stands in for the application, in the browser, and shows what it
 * received. Nothing is sent to the application, and nothing is stored. `not-found` for any other tenant.
 */
export const testSignInMethods = {
  'testSignIns.people': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(testPersonSchema)),
  /** Of one application since the program started, the newest first. */
  'testSignIns.list': method(ofApplication, z.array(testSignInSchema), { lane: 'local' }),
  /** Opens the browser. One that is still going on for the same application is canceled. */
  'testSignIns.start': method(
    ofApplication.extend({
      username: z.string().min(1).max(512),
      startFrom: signInStartSchema.default('application'),
      /** Of a sign-in that starts at the tenant; empty for none. */
      relayState: z
        .string()
        .max(...atMost(maxRelayStateLength, 'The relay state'))
        .default(''),
    }),
    testSignInSchema,
  ),
  /** Runs the script draft of the application for whoever was tested; undefined where there is no draft, or nothing to compare it with. */
  'testSignIns.compareDraft': method(oneTest, draftComparisonSchema.optional(), { lane: 'local' }),
  /** The test as Markdown, for a ticket: without tokens, signatures and keys. Compared with the draft, where there is one. */
  'testSignIns.report': method(oneTest, z.string(), { lane: 'local' }),
  /** The same as a file; undefined: no place chosen. */
  'testSignIns.saveReport': method(oneTest, z.strictObject({ fileName: z.string() }).optional(), {
    lane: 'local',
  }),
  'testSignIns.reopen': method(oneTest, nothingSchema),
  'testSignIns.cancel': method(oneTest, testSignInSchema, { lane: 'local' }),
} as const;
