import type { Plan } from '../../contract/changes/changes.ts';
import { hostsToAcknowledge } from '../../contract/changes/destinations.ts';
import type { MethodInput } from '../../contract/bridge/methods.ts';

/** Input that applies a plan with everything it requires typed and acknowledged, except for risks. */
export function confirmed({ id, confirmation, destinations = [] }: Plan): MethodInput<'changes.apply'> {
  return {
    planId: id,
    ...(confirmation === null ? {} : { confirmation }),
    acknowledgedHosts: [...hostsToAcknowledge(destinations)],
  };
}
