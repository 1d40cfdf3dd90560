import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { EmbeddedTenants } from './embedded-profiles.ts';

/** Passwords of the running embedded tenants, as announced at startup. Never stored on disk, never shown. */
export interface EmbeddedPasswords {
  /** Replaces all known passwords. */
  learn(announced: EmbeddedTenants): void;
  /** Undefined for any tenant not started by this app. */
  passwordFor(profile: Pick<TenantProfile, 'issuer'>): string | undefined;
}

export function createEmbeddedPasswords(): EmbeddedPasswords {
  let byIssuer: ReadonlyMap<string, string> = new Map();
  return {
    learn(announced) {
      byIssuer = new Map(
        announced.flatMap(({ issuer, password }) =>
          password === undefined ? [] : [[issuer, password] as const],
        ),
      );
    },
    passwordFor: ({ issuer }) => byIssuer.get(issuer),
  };
}
