import type { Configuration, ConfigurationState } from '../../contract/configuration/configuration.ts';
import { configurationStateSchema } from '../../contract/configuration/configuration.ts';
import { withoutSecrets } from '../tenants/endpoints/record-secrets.ts';

const { shape } = configurationStateSchema;

/** Editable settings, as far as the tenant tells it as it should. */
export function stateOf(record: Readonly<Record<string, unknown>>): ConfigurationState {
  return {
    IsPasswordPersistanceEnabled: toProvisionalStatus(
      shape.IsPasswordPersistanceEnabled,
      record['IsPasswordPersistanceEnabled'],
    ),
    ForgotUsernameAllowed: toProvisionalStatus(shape.ForgotUsernameAllowed, record['ForgotUsernameAllowed']),
    SendPasswordChangeConfirmation: toProvisionalStatus(
      shape.SendPasswordChangeConfirmation,
      record['SendPasswordChangeConfirmation'],
    ),
    // Without one there is none, and one can be set.
    Domain: toProvisionalStatus(shape.Domain, record['Domain'] ?? ''),
    MfaAttributeMapping: toProvisionalStatus(
      shape.MfaAttributeMapping,
      pairsOf(record['MfaAttributeMapping'] ?? {}),
    ),
  };
}

interface Schema<Value> {
  safeParse(value: unknown): { readonly success: true; readonly data: Value } | { readonly success: false };
}

function toProvisionalStatus<Value>(schema: Schema<Value | null>, value: unknown): Value | null {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

function pairsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).map(([name, each]) => ({ name, value: each as unknown }));
}

/** A setting as the tenant takes it. */
export function sentValue(state: ConfigurationState, name: keyof ConfigurationState): unknown {
  if (name !== 'MfaAttributeMapping') return state[name];
  return Object.fromEntries((state.MfaAttributeMapping ?? []).map(({ name: key, value }) => [key, value]));
}

/** What is shown and kept of a configuration: no secret. */
export function configurationOf(record: Readonly<Record<string, unknown>>): Configuration {
  const members = Object.entries(withoutSecrets(record)).map(([name, value]) => ({ name, value }));
  return { state: stateOf(record), members };
}
