import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { EmbeddedTenants } from './embedded-profiles.ts';

/** The passwords of the embedded tenants that run, as they told them when they started. Never on disk, never shown. */
export interface EmbeddedPasswords {
  /** Takes the place of all that were known before. */
  learn(announced: EmbeddedTenants): void;
  /** Undefined for every tenant that this desk did not start. */
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
