import { z } from 'zod';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { Transport } from '../platform/http/transport.ts';
import type { Log } from '../platform/log/log.ts';
import type { CheckCounts } from '../../contract/test-sign-ins/test-outcome-text.ts';
import { checkCounts } from '../../contract/test-sign-ins/test-outcome-text.ts';
import type { SignInStep, TestOutcome, TestSignIn } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { ScriptInput } from '../../languages/assertion/script-input.ts';
import type { CallbackPage } from '../tenants/session/callback-page.ts';
import { startLoopbackListener, type LoopbackListener } from '../tenants/session/loopback-listener.ts';
import type { SignInTest, TestSubject } from './sign-in-test.ts';

/** One test sign-in, from its request to what came of it. */
export interface TestRun {
  shown(): TestSignIn;
  /** What the script ran on; undefined until it ran, and where the tenant couldn't tell. */
  scriptInput(): ScriptInput | undefined;
  readonly about: TestRunParts['about'];
  /** Resolves when it is over; does nothing to one that is. */
  cancel(): Promise<void>;
}

export interface RunServices {
  readonly client: TenantClient;
  readonly transport: Transport;
  readonly log: Log;
  readonly now: () => number;
  /** Milliseconds since any moment, for durations. */
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
  /** Of whoever starts it; what follows goes on without. */
  readonly call: CallContext;
  readonly onChange: (test: TestSignIn) => void;
}

/** How long a late second answer still gets a page that explains itself. */
const gracePeriodMs = 60_000;

/**
 * Listens on the loopback interface in the application's place, announces that to the tenant, and makes the request. One browser
 * is let in, and one answer taken. Throws where the tenant can't be asked or the request can't be made; nothing stays open then.
 */
export async function startTestRun(parts: TestRunParts): Promise<TestRun> {
  const { about, clock, now } = parts;
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, parts.stopped]);
  const over = Promise.withResolvers<undefined>();
  const beganAt = clock();
  const startedAt = now();
  let steps: readonly SignInStep[] = [];
  let outcome: TestOutcome | null = null;
  let url: string | null = null;
  let openedAt: number | undefined;
  let test: SignInTest | undefined;
  let testId = '';
  let scriptInput: ScriptInput | undefined;

  const id = parts.newId();
  const shown = (): TestSignIn => ({
    id,
    applicationId: about.applicationId,
    protocol: about.protocol,
    startFrom: about.startFrom,
    person: about.person,
    startedAt,
    expiresAt: startedAt + parts.limitMs,
    url,
    steps: [...steps],
    outcome,
  });

  function addStep(step: SignInStep): void {
    steps = [...steps, step];
  }

  const since = (moment: number): number => Math.max(0, clock() - moment);

  function end(reached: TestOutcome): void {
    if (outcome !== null) return;
    outcome = reached;
    url = null;
    clearTimeout(timer);
    controller.abort();
    listener.retire();
    setTimeout(() => listener.close(), gracePeriodMs).unref();
    void forget();
    over.resolve(undefined);
    parts.onChange(shown());
  }

  /** The tenant forgets it by itself after a while. */
  async function forget(): Promise<void> {
    if (testId === '') return;
    const path = `/sandbox/test-sign-ins/${encodeURIComponent(testId)}`;
    await control('DELETE', path, undefined, z.undefined(), AbortSignal.timeout(5000)).catch(
      (error: unknown) => {
        parts.log.write('info', 'test-sign-in.not-forgotten', { error });
      },
    );
  }

  function control<Response extends z.ZodType>(
    method: 'POST' | 'DELETE',
    path: string,
    json: unknown,
    response: Response,
    controlSignal: AbortSignal,
  ): Promise<z.output<Response>> {
    const { id: tenantId } = about.profile;
    const purpose = 'test a sign-in';
    return parts.client.sandbox(
      { tenantId, method, path, response, purpose, ...(json === undefined ? {} : { json }) },
      { signal: controlSignal, requestId: id },
    );
  }

  async function take(callback: URL): Promise<CallbackPage> {
    const receivedAt = clock();
    const { displayName } = about.person;
    if (openedAt !== undefined)
      addStep({
        title: 'Sign-in',
        durationMs: receivedAt - openedAt,
        isFailed: false,
        facts: [{ name: 'User', value: displayName }],
      });
    try {
      if (test === undefined) throw new Error('The request was not made.');
      const { outcome: reached, responseFacts, input } = await test.finish(callback, testId);
      const isFailed = reached.kind === 'refused';
      scriptInput = input;
      addStep({ title: 'Response', durationMs: since(receivedAt), isFailed, facts: responseFacts });
      if (reached.kind === 'received') {
        const counts = checkCounts(reached.checks);
        const facts = [{ name: 'Checks', value: countsText(counts) }];
        // Made while the response was read: there is no time of its own.
        addStep({ title: 'Validation', durationMs: 0, isFailed: counts.failed > 0, facts });
      }
      end(reached);
    } catch (error) {
      const { code, message } = toDeskError(error);
      parts.log.write('warning', 'test-sign-in.failed', { error });
      addStep({ title: 'Response', durationMs: since(receivedAt), isFailed: true, facts: [] });
      end({ kind: 'refused', title: "The test couldn't be finished", explanation: message, code });
    }
    return donePage;
  }

  const listener: LoopbackListener = await startLoopbackListener({
    method: 'POST',
    limitSeconds: Math.ceil(parts.limitMs / 1000),
    authorizationUrl: () => test?.url ?? '',
    onStarted() {
      openedAt = clock();
      url = listener.newStartUrl();
      parts.onChange(shown());
    },
    refuse: (callback) => (test?.isOwn(callback) === true ? undefined : foreignPage),
    take,
  });
  const timer = setTimeout(() => end({ kind: 'timed-out' }), parts.limitMs);
  timer.unref();
  parts.stopped.addEventListener('abort', () => end({ kind: 'cancelled' }), {
    once: true,
    signal: controller.signal,
  });
  try {
    const { protocol: _protocol, ...subject } = about;
    test = await parts.begin({
      ...subject,
      receiver: listener.redirectUri,
      client: parts.client,
      transport: parts.transport,
      embeddedPassword: parts.embeddedPassword,
      signal,
      now,
    });
    const wanted = {
      application_id: about.applicationId,
      receiver: listener.redirectUri,
      request_id: test.requestId,
      username: about.person.username,
    };
    ({ id: testId } = await control(
      'POST',
      '/sandbox/test-sign-ins',
      wanted,
      z.looseObject({ id: z.string() }),
      parts.call.signal,
    ));
  } catch (error) {
    clearTimeout(timer);
    controller.abort();
    listener.close();
    throw error;
  }
  const title = about.startFrom === 'tenant' ? 'Start at the tenant' : 'Request';
  addStep({ title, durationMs: since(beganAt), isFailed: false, facts: test.requestFacts });
  url = listener.newStartUrl();
  return {
    shown,
    about,
    scriptInput: () => scriptInput,
    async cancel() {
      end({ kind: 'cancelled' });
      await over.promise;
    },
  };
}

function countsText({ made, failed }: CheckCounts): string {
  return failed === 0 ? `${made} of ${made}` : `${made - failed} of ${made}, ${failed} failed`;
}

const donePage: CallbackPage = {
  status: 200,
  heading: 'Tenant Desk has the answer',
  text: 'It was not sent to the application. Close this tab and return to Tenant Desk.',
};

const foreignPage: CallbackPage = {
  status: 400,
  heading: 'Not the answer of this test',
  text: 'It was not used, and the test goes on: finish it in the tab that Tenant Desk opened.',
};
