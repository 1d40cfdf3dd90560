import type { Plan } from '../../contract/changes/changes.ts';
import { hostsToAcknowledge } from '../../contract/changes/destinations.ts';
import type { MethodInput } from '../../contract/bridge/methods.ts';

/** What applies a plan with everything typed and acknowledged that it demands, but for risks. */
export function confirmed({ id, confirmation, destinations = [] }: Plan): MethodInput<'changes.apply'> {
  return {
    planId: id,
    ...(confirmation === null ? {} : { confirmation }),
    acknowledgedHosts: [...hostsToAcknowledge(destinations)],
  };
}
