import { z } from 'zod';
import type { TestOutcome } from '../../contract/test-sign-ins/test-sign-ins.ts';
import { jsonOf, maxBytes } from './openid-message.ts';
import { rejectionOf } from './openid-rejection.ts';
import type { OpenIdRequest } from './openid-request.ts';
import type { TestSubject } from './sign-in-test.ts';

/** Identifies the test in place of a client secret at the token endpoint of an embedded tenant. */
const testHeader = 'sandbox-test-sign-in';

const tokensSchema = z.looseObject({ id_token: z.string().optional(), access_token: z.string().optional() });

export interface Exchanged {
  readonly id_token?: string | undefined;
  readonly access_token?: string | undefined;
  /** Instead of tokens. */
  readonly rejection?: TestOutcome;
}

/** Exchanges a code for tokens, with PKCE and the ID of the test in place of a client secret. */
export async function redeem(
  subject: TestSubject,
  request: OpenIdRequest,
  code: string,
  testId: string,
): Promise<Exchanged> {
  const { status, body } = await subject.transport.send({
    method: 'POST',
    url: request.provider.metadata.token_endpoint,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      [testHeader]: testId,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: subject.receiver,
      client_id: request.clientId,
      code_verifier: request.codeVerifier,
    }).toString(),
    signal: subject.signal,
    maxBytes: maxBytes,
    purpose: 'exchange the code for tokens',
  });
  const json = jsonOf(body);
  if (status !== 200) {
    const { error, error_description: text } = z
      .looseObject({ error: z.string().catch(`HTTP ${status}`), error_description: z.string().catch('') })
      .parse(json ?? {});
    return { rejection: rejectionOf(error, text) };
  }
  const { id_token, access_token } = tokensSchema.parse(json);
  return { id_token, access_token };
}
