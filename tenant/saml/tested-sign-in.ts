import { TICKET_PARAMETER, type SignInTickets } from '../oidc/sign-in-tickets.ts';
import type { TestSignIn, TestSignIns } from '../oidc/test-sign-ins.ts';
import type { OutgoingResponse } from './make-response.ts';
import type { ServiceProvider } from './service-provider.ts';
import type { IncomingMessage, ReturnAddress } from './sign-in-request.ts';

/** The differences of a test sign-in; everything else is as in a real one. */
export interface TestedSignIns {
  /** A tester doesn't have the application's key for signing requests. */
  requestedBy(provider: ServiceProvider, message: IncomingMessage): ServiceProvider;
  /** The test user signs in, even if another user has a session. */
  signInParameters(
    provider: ServiceProvider,
    request: ReturnAddress,
    query: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>>;
  /** A tester doesn't have the application's key for decryption. Records who signed in. */
  readableBy(provider: ServiceProvider, request: ReturnAddress, userId: string): ServiceProvider;
  /** Sends the unchanged response to the tester instead of the application. */
  delivered(provider: ServiceProvider, request: ReturnAddress, response: OutgoingResponse): OutgoingResponse;
}

/**
 * In the sign-in URL: the ID of the request, which is needed before the request is parsed, or of a test
 * without a request.
 */
export const TEST_PARAMETER = 'sandbox_test_request';

interface TestedParts {
  readonly tests: TestSignIns;
  readonly tickets: Pick<SignInTickets, 'issue'>;
}

export function createTestedSignIns({ tests, tickets }: TestedParts): TestedSignIns {
  function find(
    { application }: ServiceProvider,
    { testId, inResponseTo }: Pick<ReturnAddress, 'testId' | 'inResponseTo'>,
  ): TestSignIn | undefined {
    const id = testId ?? inResponseTo;
    const test = id === undefined ? undefined : tests.findByRequest(id);
    return test?.applicationId === application.id ? test : undefined;
  }

  return {
    requestedBy(provider, message) {
      const inResponseTo = new URLSearchParams(message.query).get(TEST_PARAMETER) ?? undefined;
      return find(provider, { inResponseTo }) === undefined
        ? provider
        : { ...provider, requiresSignedRequests: false };
    },
    signInParameters(provider, request, query) {
      const username = find(provider, request)?.username ?? undefined;
      if (username === undefined) return {};
      return { prompt: 'select_account', login_hint: username, [TICKET_PARAMETER]: tickets.issue(query) };
    },
    readableBy(provider, request, userId) {
      const test = find(provider, request);
      if (test === undefined) return provider;
      tests.noteUser(test.id, userId);
      return { ...provider, encryptsAssertion: false };
    },
    delivered(provider, request, response) {
      const test = find(provider, request);
      return test === undefined ? response : { ...response, acsUrl: test.receiver };
    },
  };
}
