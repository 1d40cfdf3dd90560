import type { CallContext } from '../../contract/bridge/methods.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { Transport } from '../platform/http/transport.ts';
import type { Log } from '../platform/log/log.ts';
import type { TestOutcome, TestSignIn } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { ScriptInput } from '../../languages/assertion/script-input.ts';
import type { CallbackPage } from '../tenants/session/callback-page.ts';
import { startLoopbackListener, type LoopbackListener } from '../tenants/session/loopback-listener.ts';
import { readResponse } from './read-response.ts';
import type { SignInTest, TestSubject } from './sign-in-test.ts';
import { createAnnouncement } from './test-announcement.ts';
import { createTestRecord } from './test-record.ts';

/** One test sign-in, from its request to its outcome. */
export interface TestRun {
  shown(): TestSignIn;
  /** The input of the script; undefined until it ran, and when the tenant couldn't report it. */
  scriptInput(): ScriptInput | undefined;
  readonly about: TestRunParts['about'];
  /** Resolves when it has ended; does nothing when it had already. */
  cancel(): Promise<void>;
}

export interface RunServices {
  readonly client: TenantClient;
  readonly transport: Transport;
  readonly log: Log;
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, for durations. */
  readonly clock: () => number;
  readonly newId: () => string;
  /** Cancels everything. */
  readonly stopped: AbortSignal;
}

export interface TestRunParts extends RunServices {
  readonly about: Pick<
    TestSubject,
    'profile' | 'applicationId' | 'applicationName' | 'record' | 'person' | 'startFrom' | 'relayState'
  > & { readonly protocol: TestSignIn['protocol'] };
  readonly embeddedPassword: string | undefined;
  readonly begin: (subject: TestSubject) => Promise<SignInTest>;
  readonly limitMs: number;
  /** Of the caller; later steps continue without it. */
  readonly call: CallContext;
  readonly onChange: (test: TestSignIn) => void;
}

/** How long a late second response still gets a page that explains it. */
const gracePeriodMs = 60_000;

/**
 * Listens on the loopback interface in place of the application, announces that to the tenant, and makes the request. One
 * browser is accepted, and one response used. Throws when the tenant can't be asked or the request can't be made; nothing stays open then.
 */
export async function startTestRun(parts: TestRunParts): Promise<TestRun> {
  const { about, clock, now } = parts;
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, parts.stopped]);
  const over = Promise.withResolvers<undefined>();
  const beganAt = clock();
  let openedAt: number | undefined;
  let test: SignInTest | undefined;
  let testId = '';

  const record = createTestRecord({ id: parts.newId(), about, startedAt: now(), limitMs: parts.limitMs });
  const { id } = record.shown();
  const announcement = createAnnouncement({
    client: parts.client,
    log: parts.log,
    tenantId: about.profile.id,
    requestId: id,
  });
  const since = (start: number): number => Math.max(0, clock() - start);

  function end(reached: TestOutcome): void {
    if (!record.end(reached)) return;
    clearTimeout(timer);
    controller.abort();
    listener.retire();
    setTimeout(() => listener.close(), gracePeriodMs).unref();
    void announcement.withdraw(testId);
    over.resolve(undefined);
    parts.onChange(record.shown());
  }

  const listener: LoopbackListener = await startLoopbackListener({
    method: 'POST',
    limitSeconds: Math.ceil(parts.limitMs / 1000),
    authorizationUrl: () => test?.url ?? '',
    onStarted() {
      openedAt = clock();
      record.setUrl(listener.newStartUrl());
      parts.onChange(record.shown());
    },
    reject: (callback) => (test?.isOwn(callback) === true ? undefined : foreignPage),
    async take(callback) {
      const reached = await readResponse({ record, log: parts.log, clock, openedAt, test, testId }, callback);
      end(reached);
      return donePage;
    },
  });
  const timer = setTimeout(() => end({ kind: 'timed-out' }), parts.limitMs);
  timer.unref();
  parts.stopped.addEventListener('abort', () => end({ kind: 'canceled' }), {
    once: true,
    signal: controller.signal,
  });
  try {
    test = await beginTest(parts, listener.redirectUri, signal);
    testId = await announcement.announce(
      {
        application_id: about.applicationId,
        receiver: listener.redirectUri,
        request_id: test.requestId,
        username: about.person.username,
      },
      parts.call.signal,
    );
  } catch (error) {
    clearTimeout(timer);
    controller.abort();
    listener.close();
    throw error;
  }
  const title = about.startFrom === 'tenant' ? 'Start at the tenant' : 'Request';
  record.addStep({ title, durationMs: since(beganAt), isFailed: false, facts: test.requestFacts });
  record.setUrl(listener.newStartUrl());
  return {
    shown: record.shown,
    about,
    scriptInput: record.scriptInput,
    async cancel() {
      end({ kind: 'canceled' });
      await over.promise;
    },
  };
}

function beginTest(parts: TestRunParts, receiver: string, signal: AbortSignal): Promise<SignInTest> {
  const { protocol: _protocol, ...subject } = parts.about;
  const { client, transport, embeddedPassword, now } = parts;
  return parts.begin({ ...subject, receiver, client, transport, embeddedPassword, signal, now });
}

const donePage: CallbackPage = {
  status: 200,
  heading: 'Tenant Desk received the response',
  text: 'It was not sent to the application. Close this tab and return to Tenant Desk.',
};

const foreignPage: CallbackPage = {
  status: 400,
  heading: 'Not the response to this test',
  text: 'It was not used. Continue the test in the tab that Tenant Desk opened.',
};
