import type {
  SignInStart,
  SignInStep,
  TestOutcome,
  TestPerson,
} from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import type { ScriptInput } from '../../languages/assertion/script-input.ts';
import type { Transport } from '../platform/http/transport.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';

/** What a test sign-in is about, and what it may use. */
export interface TestSubject {
  readonly profile: TenantProfile;
  readonly applicationId: string;
  readonly applicationName: string;
  /** Tenant default. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly person: TestPerson;
  readonly startFrom: SignInStart;
  /** Of a sign-in that starts at the tenant; empty for none. */
  readonly relayState: string;
  /** Where the browser comes back to: `http://127.0.0.1:<port>/callback`. */
  readonly receiver: string;
  readonly client: Pick<TenantClient, 'sandbox'>;
  readonly transport: Transport;
  /** Fills in the sign-in page of the tenant; undefined where it isn't known. */
  readonly embeddedPassword: string | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** One protocol's part of a test sign-in: what Tenant Desk asks in the application's place, and what it makes of the answer. */
export interface SignInTest {
  /** Where the browser begins. */
  readonly url: string;
  /** Of the request, by which the tenant knows the test; null where it knows it by its receiver. */
  readonly requestId: string | null;
  readonly requestFacts: SignInStep['facts'];
  /** Whether an answer that somebody brought belongs to this test. */
  isOwn(callback: URL): boolean;
  /** `testId` is what the tenant named the test. Throws a `DeskFailure` where the tenant can't be asked. */
  finish(callback: URL, testId: string): Promise<Finished>;
}

export interface Finished {
  readonly outcome: TestOutcome;
  /** What the script of the application ran on; undefined where the tenant can't tell. */
  readonly input?: ScriptInput | undefined;
  readonly responseFacts: SignInStep['facts'];
}
