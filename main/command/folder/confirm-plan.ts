import { hostsToAcknowledge } from '../../../contract/changes/destinations.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Desk } from '../desk/desk.ts';
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

/**
 * The part of the input of `changes.apply` that says what was confirmed. Throws `confirmation-mismatch` if the name of a production
 * tenant or the code of a risk or host is missing.
 */
export async function confirmPlan(
  call: Desk['call'],
  planned: Pick<Planned, 'plan' | 'items'>,
  confirmation: Confirmation,
): Promise<ConfirmedInput> {
  const { plan } = planned;
  const required = plan?.confirmation ?? null;
  // Where a policy lets only the window confirm, applying says so: options that are missing would not help.
  if (!(await isWindowOnly(call))) requireConfirmation(planned, required, confirmation);
  return {
    ...(required === null ? {} : { confirmation: required }),
    ...(plan?.acknowledgement === undefined ? {} : { acknowledged: plan.acknowledgement }),
    acknowledgedHosts: [...hostsToAcknowledge(plan?.destinations ?? [])],
  };
}

async function isWindowOnly(call: Desk['call']): Promise<boolean> {
  const { keys } = await call('policy.get', undefined);
  return keys.some(({ key }) => key === 'disableCommandConfirmation');
}

function requireConfirmation(
  planned: Pick<Planned, 'plan' | 'items'>,
  required: string | null,
  { confirm, accept }: Confirmation,
): void {
  if (required !== null && confirm?.trim() !== required.trim()) {
    throw failure(
      'confirmation-mismatch',
      `${required} is marked production. Nothing was sent. Add --confirm "${required}".`,
    );
  }
  const missing = acceptancesOf(planned).filter(({ code }) => !accept.includes(code));
  if (missing.length > 0) {
    const lines = missing.map(({ code, text }) => `${text} (--accept ${code})`).join('; ');
    throw failure(
      'confirmation-mismatch',
      `Nothing was sent. Accept each of these to apply the plan: ${lines}.`,
    );
  }
}
