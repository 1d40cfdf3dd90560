import type { Plan } from '../../contract/changes.ts';
import { hostsToAcknowledge } from '../../contract/destinations.ts';
import type { MethodInput } from '../../contract/methods.ts';

/** What applies a plan with everything typed and acknowledged that it demands, but for risks. */
export function confirmed({ id, confirmation, destinations = [] }: Plan): MethodInput<'changes.apply'> {
  return {
    planId: id,
    ...(confirmation === null ? {} : { confirmation }),
    acknowledgedHosts: [...hostsToAcknowledge(destinations)],
  };
}
