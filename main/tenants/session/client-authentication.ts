import type { ClientAuth } from 'openid-client';
import { ClientSecretPost, None } from 'openid-client';
import type { ProviderMetadata } from './provider-metadata.ts';
import { secretMethodOf } from './provider-metadata.ts';

/** How the desk proves to the token endpoint who it is: not at all without a secret, else by Basic or by form. */
export function clientAuthentication(metadata: ProviderMetadata, secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  return secretMethodOf(metadata) === 'client_secret_post' ? ClientSecretPost(secret) : basic(secret);
}

/**
 * Basic as RFC 6749, section 2.3.1 has it: both parts form-encoded. The library also encodes what forms leave as
 * it is (a hyphen, say), which the platform specification's plain Basic would not undo; identifiers there have
 * hyphens.
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
