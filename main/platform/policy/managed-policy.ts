import type { Policy, PolicyKey, PreconfiguredTenant } from '../../../contract/policy/policy.ts';
import { policyKeys, strictestPolicy } from '../../../contract/policy/policy.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isSameAddress } from '../../../contract/values/normalized-address.ts';
import { failure } from '../errors/failure.ts';
import { isLoopback } from '../../../contract/schema/loopback.ts';
import { isWithin } from './url-patterns.ts';

/** The policy in force, read once at the start. */
export interface ManagedPolicy {
  readonly values: Policy;
  /** The file or key it was read from; undefined without a policy. */
  readonly source?: string | undefined;
  /** Why the policy couldn't be used, and what to do: then `values` are the most restrictive ones. */
  readonly problem?: string | undefined;
}

export const noPolicy: ManagedPolicy = { values: {} };

export function unusablePolicy(source: string, problem: string): ManagedPolicy {
  return { values: strictestPolicy, source, problem };
}

/** Those that forbid or set something. */
export const policyKeysInForce = ({ values }: ManagedPolicy): readonly PolicyKey[] =>
  policyKeys.filter((key) => values[key] !== undefined && values[key] !== false);

/** `what` says in a sentence what the policy forbids. */
export function deniedBy({ problem }: ManagedPolicy, key: PolicyKey, what: string): DeskFailure {
  const why = problem === undefined ? '' : ` ${problem}`;
  return failure('denied-by-policy', `${what} Managed by your organization (${key}).${why}`);
}

/** The URLs of a tenant that requests go to. */
interface TenantUrls {
  readonly baseUrl: string;
  readonly analyticsUrl?: string | undefined;
  readonly issuer?: string | undefined;
  readonly endpoints?: Readonly<Record<string, string | undefined>> | undefined;
  readonly isSandbox?: boolean | undefined;
}

export function preconfiguredAt(
  { values }: ManagedPolicy,
  { baseUrl }: Pick<TenantUrls, 'baseUrl'>,
): PreconfiguredTenant | undefined {
  return values.preconfiguredTenants?.find((tenant) => isSameAddress(tenant.baseUrl, baseUrl));
}

export function isReadOnly({ values }: ManagedPolicy, { baseUrl }: Pick<TenantUrls, 'baseUrl'>): boolean {
  return values.readOnlyTenants?.some((pattern) => isWithin(baseUrl, pattern)) ?? false;
}

/** Throws `denied-by-policy` if a URL of the tenant isn't allowed. */
export function requireAllowedTenant(policy: ManagedPolicy, tenant: TenantUrls): void {
  if (policy.values.allowedUrls === undefined || isEmbedded(tenant)) return;
  const { baseUrl, analyticsUrl, issuer, endpoints = {} } = tenant;
  const { clientAuthentication: _how, ...named } = endpoints;
  requireAllowedUrls(policy, [baseUrl, analyticsUrl, issuer, ...Object.values(named)]);
}

/** Throws `denied-by-policy` for the first of these URLs that isn't allowed. */
export function requireAllowedUrls(policy: ManagedPolicy, urls: readonly (string | undefined)[]): void {
  const { allowedUrls, preconfiguredTenants = [] } = policy.values;
  if (allowedUrls === undefined) return;
  const ofTenants = preconfiguredTenants.flatMap(({ baseUrl, analyticsUrl, issuer, signInHosts = [] }) => [
    ...[baseUrl, analyticsUrl ?? baseUrl, issuer ?? baseUrl].map((url) => new URL(url).origin),
    ...signInHosts.map((host) => `https://${host}`),
  ]);
  const allowed = [...allowedUrls, ...ofTenants];
  const denied = urls.find((url) => url !== undefined && !allowed.some((pattern) => isWithin(url, pattern)));
  if (denied === undefined) return;
  throw deniedBy(policy, 'allowedUrls', `${denied} isn't an allowed URL.`);
}

/** Only Tenant Desk itself marks tenants as embedded, except for those of a command's environment, which are checked before. */
function isEmbedded({ isSandbox, baseUrl }: TenantUrls): boolean {
  const url = URL.parse(baseUrl);
  return isSandbox === true && url !== null && isLoopback(url);
}
