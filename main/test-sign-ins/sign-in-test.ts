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
  /** The application record of the tenant. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly person: TestPerson;
  readonly startFrom: SignInStart;
  /** For a sign-in that starts at the tenant; empty for none. */
  readonly relayState: string;
  /** The callback URL of the browser: `http://127.0.0.1:<port>/callback`. */
  readonly receiver: string;
  readonly client: Pick<TenantClient, 'sandbox'>;
  readonly transport: Transport;
  /** Fills in the sign-in page of the tenant; undefined when it isn't known. */
  readonly embeddedPassword: string | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** One protocol's part of a test sign-in: the request sent in place of the application, and how its response is read. */
export interface SignInTest {
  /** Where the browser begins. */
  readonly url: string;
  /** The request ID, by which the tenant identifies the test; null when it uses the receiver URL. */
  readonly requestId: string | null;
  readonly requestFacts: SignInStep['facts'];
  /** Whether a received response belongs to this test. */
  isOwn(callback: URL): boolean;
  /** `testId` is the tenant's ID of the test. Throws a `DeskFailure` when the tenant can't be asked. */
  finish(callback: URL, testId: string): Promise<Finished>;
}

export interface Finished {
  readonly outcome: TestOutcome;
  /** The input of the application's script; undefined when the tenant can't report it. */
  readonly input?: ScriptInput | undefined;
  readonly responseFacts: SignInStep['facts'];
}
