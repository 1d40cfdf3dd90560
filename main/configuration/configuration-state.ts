import type { Configuration, ConfigurationState } from '../../contract/configuration/configuration.ts';
import { configurationStateSchema } from '../../contract/configuration/configuration.ts';
import { withoutSecrets } from '../tenants/endpoints/record-secrets.ts';

const { shape } = configurationStateSchema;

/** The editable settings, null for each that the tenant doesn't return correctly. */
export function stateOf(record: Readonly<Record<string, unknown>>): ConfigurationState {
  return {
    IsPasswordPersistanceEnabled: parsedOrNull(
      shape.IsPasswordPersistanceEnabled,
      record['IsPasswordPersistanceEnabled'],
    ),
    ForgotUsernameAllowed: parsedOrNull(shape.ForgotUsernameAllowed, record['ForgotUsernameAllowed']),
    SendPasswordChangeConfirmation: parsedOrNull(
      shape.SendPasswordChangeConfirmation,
      record['SendPasswordChangeConfirmation'],
    ),
    // A tenant without a domain has none, and one can be set.
    Domain: parsedOrNull(shape.Domain, record['Domain'] ?? ''),
    MfaAttributeMapping: parsedOrNull(
      shape.MfaAttributeMapping,
      pairsOf(record['MfaAttributeMapping'] ?? {}),
    ),
  };
}

interface Schema<Value> {
  safeParse(value: unknown): { readonly success: true; readonly data: Value } | { readonly success: false };
}

function parsedOrNull<Value>(schema: Schema<Value | null>, value: unknown): Value | null {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

function pairsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).map(([name, each]) => ({ name, value: each as unknown }));
}

/** A setting in the tenant's wire format. */
export function sentValue(state: ConfigurationState, name: keyof ConfigurationState): unknown {
  if (name !== 'MfaAttributeMapping') return state[name];
  return Object.fromEntries((state.MfaAttributeMapping ?? []).map(({ name: key, value }) => [key, value]));
}

/** The part of a configuration that is shown and cached: no secrets. */
export function configurationOf(record: Readonly<Record<string, unknown>>): Configuration {
  const members = Object.entries(withoutSecrets(record)).map(([name, value]) => ({ name, value }));
  return { state: stateOf(record), members };
}
