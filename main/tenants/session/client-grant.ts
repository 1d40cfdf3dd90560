import * as client from 'openid-client';
import type { OpenIdCall } from './open-id-call.ts';
import { configure, tokenSetOf } from './open-id.ts';
import type { TokenSet } from './token-set.ts';

/** What administration needs, where the provider names its scopes. */
const wantedScopes = ['management', 'analytics'];

/** Requests tokens for the client itself, with its secret. Source: RFC 6749, section 4.4. */
export async function grantToClient(call: OpenIdCall): Promise<TokenSet> {
  const { profile } = call;
  const scope = scopesOf(call);
  const response = await client.clientCredentialsGrant(configure(call), scope === '' ? undefined : { scope });
  const { refreshToken: _unused, ...tokens } = tokenSetOf(call, response, {
    subject: profile.clientId,
    name: profile.clientId,
  });
  return { ...tokens, grant: 'client-credentials' };
}

/** Those of the profile beside the ones of people, else what the provider offers of `wantedScopes`. */
function scopesOf({ profile, provider }: OpenIdCall): string {
  const ofPeople = new Set(['openid', 'profile', 'email', 'offline_access']);
  const chosen = profile.scopes.filter((scope) => !ofPeople.has(scope));
  if (chosen.length > 0) return chosen.join(' ');
  const offered = new Set(provider.metadata.scopes_supported ?? []);
  return wantedScopes.filter((scope) => offered.has(scope)).join(' ');
}
