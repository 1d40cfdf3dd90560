import type { PolicyState } from '../../contract/policy/policy.ts';

/** Whether the policy of the organization forbids to make tenants available offline; not while it is unknown. */
export const forbidsOffline = (policy: Pick<PolicyState, 'keys'> | undefined): boolean =>
  policy?.keys.some(({ key }) => key === 'disableOfflineCache') === true;
