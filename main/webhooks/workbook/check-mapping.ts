import type { MappingRule } from '../../../contract/webhooks/workbooks.ts';
import { failure } from '../../platform/errors/failure.ts';
import { mapSecretParts } from '../../platform/secrets/secret-address.ts';
import { isSecretValue } from '../secrets/header-text.ts';
import { lineOf } from './apply-mapping.ts';

/** Mappings are kept and reused: throws `invalid-input` for one that holds what lets somebody in. */
export function refuseSecrets(rules: readonly MappingRule[]): void {
  for (const { kind, from, to } of rules) {
    for (const text of [from, to]) if (holdsSecret(kind, text)) throw refusal(kind, text);
  }
}

function holdsSecret(kind: MappingRule['kind'], text: string): boolean {
  if (kind === 'header') {
    const { name, value } = lineOf(text);
    return isSecretValue(name, value);
  }
  return (kind === 'url' || kind === 'host') && mapSecretParts(text, () => '').length !== text.length;
}

function refusal(kind: MappingRule['kind'], text: string) {
  return failure(
    'invalid-input',
    kind === 'header'
      ? `The value of ${lineOf(text).name || 'this header'} may be a credential, and mappings are kept in clear. Enter it under Secrets.`
      : 'This address has a part that lets somebody in, and mappings are kept in clear. Map its host, and enter the address under Secrets.',
  );
}
