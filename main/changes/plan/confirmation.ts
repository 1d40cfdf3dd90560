import type { Destination } from '../../../contract/changes/destinations.ts';
import { hostsToAcknowledge } from '../../../contract/changes/destinations.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { PlanRisks } from '../record/plan-counts.ts';
import { counted } from '../../../languages/text/intl.ts';

/** The text that must be typed before a plan may be applied: the name of a tenant that is marked production. */
export function requiredConfirmation(tenant: TenantProfile, changing: number): string | null {
  return changing > 0 && tenant.environment === 'production' ? tenant.name : null;
}

/** Throws `confirmation-mismatch`. Checked in main because a view can have bugs and a script can be malicious. */
export function checkConfirmation(required: string | null, typed: string | undefined): void {
  if (required === null || typed?.trim() === required.trim()) return;
  throw failure(
    'confirmation-mismatch',
    `Nothing was changed. Type “${required}” exactly to apply this plan to that tenant.`,
  );
}

/** Risks that are named; the rest is counted. */
const maxNamed = 3;

/** The text that must be accepted before a plan with risks is applied to a tenant that is marked production. */
export function requiredAcknowledgement(
  tenant: TenantProfile,
  readRisks: (limit: number) => PlanRisks,
): string | undefined {
  if (tenant.environment !== 'production') return undefined;
  const { first, total } = readRisks(maxNamed);
  if (total === 0) return undefined;
  const named = first.map(({ although }) => although);
  const more = total - named.length;
  if (more > 0) named.push(counted(more, 'more risk'));
  const last = named.pop() ?? '';
  return `Apply even though ${named.length === 0 ? last : `${named.join(', ')} and ${last}`}`;
}

/** Throws `confirmation-mismatch`. Compares the whole text, because the plan may have other risks than those shown. */
export function checkAcknowledged(required: string | undefined, acknowledged: string | undefined): void {
  if (required === undefined || acknowledged === required) return;
  throw failure('confirmation-mismatch', 'Accept the risks in the review to continue.', { detail: required });
}

/** Throws `hosts-not-acknowledged` unless every host that gets a credential for the first time was acknowledged. */
export function checkAcknowledgedHosts(
  destinations: readonly Destination[],
  acknowledged: readonly string[],
): void {
  const missing = hostsToAcknowledge(destinations).filter((host) => !acknowledged.includes(host));
  if (missing.length === 0) return;
  throw failure(
    'hosts-not-acknowledged',
    `Nothing was changed. This plan sends stored credentials to ${counted(missing.length, 'host')} that you haven't acknowledged. Review the plan and acknowledge each of them.`,
    { detail: missing.join('\n') },
  );
}
