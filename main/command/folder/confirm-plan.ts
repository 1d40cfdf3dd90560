import { hostsToAcknowledge } from '../../../contract/changes/destinations.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { PolicyState } from '../../../contract/policy/policy.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Planned } from './planned.ts';
import { acceptancesOf } from './print-plan.ts';

export interface Confirmation {
  /** The name of the tenant. */
  readonly confirm?: string | undefined;
  /** Codes of accepted risks and hosts. */
  readonly accept: readonly string[];
}

interface ConfirmedInput {
  readonly confirmation?: string;
  readonly acknowledged?: string;
  readonly acknowledgedHosts: string[];
}

/** Reads the policy in force. */
type ReadPolicy = (name: 'policy.get', input: undefined) => Promise<Pick<PolicyState, 'keys'>>;

/**
 * The part of the input of `changes.apply` that says what was confirmed. Throws `confirmation-mismatch` if the name of a production
 * tenant or the code of a risk or host is missing.
 */
export async function confirmPlan(
  call: ReadPolicy,
  planned: Pick<Planned, 'plan' | 'items'>,
  confirmation: Confirmation,
): Promise<ConfirmedInput> {
  const { plan } = planned;
  const required = plan?.confirmation ?? null;
  const missing = missingConfirmation(planned, required, confirmation);
  // Where a policy lets only the window confirm, applying says so: options that are missing would not help.
  if (missing !== undefined && !(await isWindowOnly(call))) throw missing;
  return {
    ...(required === null ? {} : { confirmation: required }),
    ...(plan?.acknowledgement === undefined ? {} : { acknowledged: plan.acknowledgement }),
    acknowledgedHosts: [...hostsToAcknowledge(plan?.destinations ?? [])],
  };
}

async function isWindowOnly(call: ReadPolicy): Promise<boolean> {
  const { keys } = await call('policy.get', undefined);
  return keys.some(({ key }) => key === 'disableCommandConfirmation');
}

function missingConfirmation(
  planned: Pick<Planned, 'plan' | 'items'>,
  required: string | null,
  { confirm, accept }: Confirmation,
): DeskFailure | undefined {
  if (required !== null && confirm?.trim() !== required.trim()) {
    return failure(
      'confirmation-mismatch',
      `${required} is marked production. Nothing was sent. Add --confirm "${required}".`,
    );
  }
  const missing = acceptancesOf(planned).filter(({ code }) => !accept.includes(code));
  if (missing.length === 0) return undefined;
  const lines = missing.map(({ code, text }) => `${text} (--accept ${code})`).join('; ');
  return failure(
    'confirmation-mismatch',
    `Nothing was sent. Accept each of these to apply the plan: ${lines}.`,
  );
}
