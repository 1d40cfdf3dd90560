import type { ClientAuth } from 'openid-client';
import { ClientSecretPost, None } from 'openid-client';
import type { ProviderMetadata } from './provider-metadata.ts';
import { secretMethodOf } from './provider-metadata.ts';

/** Client authentication at the token endpoint: none without a secret, otherwise Basic or in the form. */
export function clientAuthentication(metadata: ProviderMetadata, secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  return secretMethodOf(metadata) === 'client_secret_post' ? ClientSecretPost(secret) : basic(secret);
}

/**
 * Basic authentication according to RFC 6749, section 2.3.1: both parts are form-encoded. The library also encodes characters that
 * form encoding doesn't (such as hyphens), which the platform's plain Basic wouldn't decode; client IDs there contain hyphens.
 */
function basic(secret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    const credentials = `${formEncode(client.client_id)}:${formEncode(secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  };
}

function formEncode(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}
