import type { TenantProfile } from '../../../contract/tenants.ts';
import { failure } from '../../platform/failure.ts';

/** What must be typed before a plan may be applied: the name of a tenant that is marked production. */
export function requiredConfirmation(tenant: TenantProfile, changing: number): string | null {
  return changing > 0 && tenant.environment === 'production' ? tenant.name : null;
}

/** Throws `confirmation-mismatch`. Stands in main because a view can be wrong, and a script can be hostile. */
export function checkConfirmation(required: string | null, typed: string | undefined): void {
  if (required === null || typed?.trim() === required.trim()) return;
  throw failure(
    'confirmation-mismatch',
    `Nothing was changed. Type “${required}” exactly to apply this plan to that tenant.`,
  );
}
