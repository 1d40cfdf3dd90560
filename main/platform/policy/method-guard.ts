import type { MethodName, Methods } from '../../../contract/bridge/methods.ts';
import type { ParsedInputOf } from '../../../contract/schema/method.ts';
import type { ManagedPolicy } from './managed-policy.ts';
import { deniedBy, requireAllowedTenant } from './managed-policy.ts';

/** Where a call comes from: a page of Tenant Desk, or the command line. */
export type CallOrigin = 'window' | 'command';

type Rule<Name extends MethodName> = (
  policy: ManagedPolicy,
  input: ParsedInputOf<Methods[Name]>,
  origin: CallOrigin,
) => void;

/** What can be decided by a call alone. What depends on the content of a plan is decided where plans are applied. */
const rules: { readonly [Name in MethodName]?: Rule<Name> } = {
  'changes.apply'(policy, { confirmation, acknowledged, acknowledgedHosts = [] }, origin) {
    rejectCommandWrite(policy, undefined, origin);
    const isConfirmed = [confirmation, acknowledged].some((text) => text !== undefined);
    if (origin !== 'command' || policy.values.disableCommandConfirmation !== true) return;
    if (!isConfirmed && acknowledgedHosts.length === 0) return;
    throw deniedBy(
      policy,
      'disableCommandConfirmation',
      'Nothing was sent. Confirm this plan in the window.',
    );
  },
  'changes.resume': rejectCommandWrite,
  'changes.takeBack': rejectCommandWrite,
  'provisional.restore': rejectCommandWrite,
  'offline.keep': rejectOffline,
  'offline.refresh': rejectOffline,
  'migration.export'(policy, { includeUrls, includeHeaders }) {
    if (policy.values.disableSecretExport !== true || !(includeUrls || includeHeaders)) return;
    throw deniedBy(policy, 'disableSecretExport', 'Export webhooks without URLs and headers.');
  },
  'backup.create'(policy, { includesSecrets }) {
    if (policy.values.disableSecretExport !== true || !includesSecrets) return;
    throw deniedBy(policy, 'disableSecretExport', 'Back up without secrets.');
  },
  'tenants.discover': (policy, input) => requireAllowedTenant(policy, input),
  'tenants.check'(policy, { target }) {
    if ('baseUrl' in target) requireAllowedTenant(policy, target);
  },
};

function rejectCommandWrite(policy: ManagedPolicy, _input: unknown, origin: CallOrigin): void {
  if (origin !== 'command' || policy.values.disableCommandApply !== true) return;
  throw deniedBy(policy, 'disableCommandApply', 'Nothing was sent. Tenants are changed in the window only.');
}

function rejectOffline(policy: ManagedPolicy): void {
  if (policy.values.disableOfflineCache !== true) return;
  throw deniedBy(policy, 'disableOfflineCache', 'Tenants can’t be made available offline.');
}

/** Throws `denied-by-policy` if the policy forbids the call. The cast links the input to its rule. */
export function rejectForbidden<Name extends MethodName>(
  policy: ManagedPolicy,
  name: Name,
  input: unknown,
  origin: CallOrigin,
): void {
  const rule = rules[name];
  rule?.(policy, input as ParsedInputOf<Methods[Name]>, origin);
}
