import { z } from 'zod';
import { protocolOf } from '../../contract/applications/application-protocol.ts';
import type { Emit } from '../../contract/bridge/events.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import type {
  DraftComparison,
  SignInStart,
  TestPerson,
  TestSignIn,
} from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { failure } from '../platform/errors/failure.ts';
import type { EmbeddedPasswords } from '../tenants/directory/embedded-passwords.ts';
import type { ApplicationMembers } from '../tenants/endpoints/application-members.ts';
import { readForShowing } from '../tenants/endpoints/application-members.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import { compareDraft, type DraftParts } from './compare-draft.ts';
import { beginOpenIdTest } from './openid-test.ts';
import { reportOf } from './report.ts';
import { beginSamlTest } from './saml-test.ts';
import type { RunServices, TestRun } from './test-run.ts';
import { startTestRun } from './test-run.ts';

export interface TestSignInParts extends DraftParts, RunServices {
  readonly tenants: Pick<TenantDirectory, 'get'>;
  readonly embeddedPasswords: Pick<EmbeddedPasswords, 'passwordFor'>;
  /** Opens a URL in the browser without exposing it to anyone else. */
  readonly openSecretly: (url: string) => Promise<void>;
  readonly emit: Emit;
  /** How many milliseconds the user has; by default the same as in an embedded tenant. */
  readonly limitMs?: number;
}

export interface TestSignIns {
  people(tenantId: string, call: CallContext): Promise<TestPerson[]>;
  list(tenantId: string, applicationId: string): TestSignIn[];
  start(request: TestRequest, call: CallContext): Promise<TestSignIn>;
  /** Throws `not-found` when it is over. */
  reopen(tenantId: string, id: string): Promise<void>;
  cancel(tenantId: string, id: string): Promise<TestSignIn>;
  compareDraft(tenantId: string, id: string): Promise<DraftComparison | undefined>;
  /** As Markdown, with the name of the application. */
  report(tenantId: string, id: string): Promise<{ readonly text: string; readonly applicationName: string }>;
}

export interface TestRequest {
  readonly tenantId: string;
  readonly applicationId: string;
  readonly username: string;
  readonly startFrom: SignInStart;
  readonly relayState: string;
}

/** Maximum stored for each application, in memory. */
const maxSavedResults = 10;
const usualLimitMs = 5 * 60_000;

const peopleSchema = z.looseObject({
  people: z.array(z.looseObject({ username: z.string(), display_name: z.string(), job_title: z.string() })),
});

export function createTestSignIns(parts: TestSignInParts): TestSignIns {
  const { client, tenants, emit, log } = parts;
  const { runsOf, find, remember } = createRecentRuns();

  /** A browser that doesn't open is no failure: the URL is shown for copying. */
  async function open(url: string): Promise<void> {
    await parts.openSecretly(url).catch((error: unknown) => {
      log.write('warning', 'test-sign-in.browser-not-opened', { error });
    });
  }

  async function start(
    { tenantId, applicationId, username, startFrom, relayState }: TestRequest,
    call: CallContext,
  ): Promise<TestSignIn> {
    const profile = demandSandbox(tenants.get(tenantId));
    const [{ members }, known] = await Promise.all([
      readForShowing(client, { tenantId, id: applicationId }, call),
      readPeople(client, tenantId, call),
    ]);
    const person = known.find((one) => one.username === username);
    if (person === undefined)
      throw failure('not-found', `${username} can't sign in to ${profile.name}. Choose someone else.`);
    const { protocol, begin } = testOf(members);
    await Promise.all(runsOf(tenantId, applicationId).map((run) => run.cancel()));
    const run = await startTestRun({
      ...parts,
      limitMs: parts.limitMs ?? usualLimitMs,
      begin,
      about: {
        ...{ protocol, person, startFrom, relayState, applicationId },
        applicationName: members.name,
        record: members.record,
        profile,
      },
      embeddedPassword: parts.embeddedPasswords.passwordFor(profile),
      call,
      onChange: (test) => emit('testSignIns.changed', { tenantId, test }),
    });
    remember(tenantId, run);
    const { url } = run.shown();
    if (url !== null) await open(url);
    return run.shown();
  }

  return {
    async people(tenantId, call) {
      demandSandbox(tenants.get(tenantId));
      return readPeople(client, tenantId, call);
    },
    list(tenantId, applicationId) {
      demandSandbox(tenants.get(tenantId));
      return runsOf(tenantId, applicationId).map((run) => run.shown());
    },
    start,
    async reopen(tenantId, id) {
      const { url } = find(tenantId, id).shown();
      if (url === null) throw failure('not-found', 'This test sign-in has ended. Start another one.');
      await open(url);
    },
    async cancel(tenantId, id) {
      const run = find(tenantId, id);
      await run.cancel();
      return run.shown();
    },
    compareDraft: (tenantId, id) => compareDraft(parts, find(tenantId, id)),
    async report(tenantId, id) {
      const run = find(tenantId, id);
      const { applicationName, profile } = run.about;
      const comparison = await compareDraft(parts, run);
      const text = reportOf({ test: run.shown(), applicationName, tenantName: profile.name, comparison });
      return { text, applicationName };
    },
  };
}

/** The newest test sign-ins of each application. */
function createRecentRuns() {
  /** The newest first. */
  let runs: readonly { readonly tenantId: string; readonly run: TestRun }[] = [];

  const runsOf = (tenantId: string, applicationId: string): TestRun[] =>
    runs
      .filter((one) => one.tenantId === tenantId && one.run.shown().applicationId === applicationId)
      .map(({ run }) => run);

  /** Throws `not-found`. */
  function find(tenantId: string, id: string): TestRun {
    const found = runs.find((one) => one.tenantId === tenantId && one.run.shown().id === id);
    if (found !== undefined) return found.run;
    throw failure('not-found', 'This test sign-in is no longer available. Start another one.');
  }

  function remember(tenantId: string, run: TestRun): void {
    runs = [{ tenantId, run }, ...runs];
    const extra = new Set(runsOf(tenantId, run.shown().applicationId).slice(maxSavedResults));
    runs = runs.filter((one) => !extra.has(one.run));
  }

  return { runsOf, find, remember };
}

function demandSandbox(profile: TenantProfile): TenantProfile {
  if (profile.isSandbox) return profile;
  throw failure(
    'not-found',
    `${profile.name} is not a sandbox tenant. Test sign-ins work on sandboxes only.`,
  );
}

async function readPeople(
  client: RunServices['client'],
  tenantId: string,
  call: CallContext,
): Promise<TestPerson[]> {
  const { people: found } = await client.sandbox(
    {
      tenantId,
      method: 'GET',
      path: '/sandbox/test-sign-ins/people',
      response: peopleSchema,
      purpose: 'load test users',
    },
    call,
  );
  return found.map(({ username, display_name: displayName, job_title: jobTitle }) => ({
    username,
    displayName,
    jobTitle,
  }));
}

/** The protocol of an application and its test. Throws `invalid-input` when it has none. */
function testOf({ name, record }: Pick<ApplicationMembers, 'name' | 'record'>) {
  const protocol = protocolOf(record);
  if (protocol === 'saml') return { protocol, begin: beginSamlTest };
  if (protocol === 'openid-connect') return { protocol, begin: beginOpenIdTest };
  throw failure(
    'invalid-input',
    `Sign-ins to ${name} can't be tested: it uses neither SAML nor OpenID Connect.`,
  );
}
