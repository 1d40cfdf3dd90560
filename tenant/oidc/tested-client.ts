import Provider, { type AdapterPayload } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import type { TestSignIns } from './test-sign-ins.ts';

/** With which a test sign-in stands for its application at the token endpoint. */
const TEST_SIGN_IN_HEADER = 'sandbox-test-sign-in';

/**
 * The client of an application for the current request. A tester doesn't have the application's secret and
 * keys: a code issued in a test sign-in is redeemed with PKCE alone, and its tokens are not encrypted for a
 * key that only the application has.
 */
export function asTested(
  client: AdapterPayload | undefined,
  application: StoredApplication,
  tests: TestSignIns,
): AdapterPayload | undefined {
  const id = Provider.ctx?.get(TEST_SIGN_IN_HEADER) ?? '';
  if (client === undefined || id === '' || tests.find(id)?.applicationId !== application.id) return client;
  const readable = Object.entries(client).filter(([name]) => !/_encrypted_response_/.test(name));
  return { ...Object.fromEntries(readable), token_endpoint_auth_method: 'none' };
}

/** Accepts the receiver of a test sign-in as a redirect URI of its application while the test is active. */
export function admitTestReceivers(
  provider: Provider,
  tests: TestSignIns,
  findApplication: (clientId: string) => StoredApplication | undefined,
): void {
  const prototype = provider.Client.prototype;
  const isRegistered = prototype.redirectUriAllowed;
  prototype.redirectUriAllowed = function redirectUriAllowed(value) {
    if (isRegistered.call(this, value)) return true;
    const application = findApplication(this.clientId);
    return application !== undefined && tests.admits(application.id, value);
  };
}
