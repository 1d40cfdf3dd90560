import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { factsOf } from '../../../contract/policy/policy.ts';
import type { ManagedPolicy } from './managed-policy.ts';
import { isReadOnly, policyKeysInForce, preconfiguredAt } from './managed-policy.ts';

export function createPolicyHandlers(
  policy: ManagedPolicy,
  tenants: { list(): readonly { readonly id: string; readonly baseUrl: string }[] },
): HandlersOf<'policy'> {
  const idsWhere = (matches: (tenant: { readonly baseUrl: string }) => boolean): string[] =>
    tenants.list().flatMap((tenant) => (matches(tenant) ? [tenant.id] : []));
  return {
    'policy.get': async () => ({
      source: policy.source ?? null,
      problem: policy.problem ?? null,
      keys: policyKeysInForce(policy).map((key) => ({ key, title: factsOf(key).title })),
      readOnlyTenants: idsWhere((tenant) => isReadOnly(policy, tenant)),
      preconfiguredTenants: idsWhere((tenant) => preconfiguredAt(policy, tenant) !== undefined),
    }),
  };
}
