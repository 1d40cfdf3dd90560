import type { MappingRule } from '../../../contract/webhooks/workbooks.ts';
import { failure } from '../../platform/errors/failure.ts';
import { mapSecretParts } from '../../platform/secrets/secret-address.ts';
import { isSecretValue } from '../secrets/header-text.ts';
import { lineOf } from './apply-mapping.ts';

/** Mappings are stored and reused: throws `invalid-input` for one that contains a credential. */
export function rejectSecrets(rules: readonly MappingRule[]): void {
  for (const { kind, from, to } of rules) {
    for (const text of [from, to]) if (holdsSecret(kind, text)) throw rejection(kind, text);
  }
}

function holdsSecret(kind: MappingRule['kind'], text: string): boolean {
  if (kind === 'header') {
    const { name, value } = lineOf(text);
    return isSecretValue(name, value);
  }
  return (kind === 'url' || kind === 'host') && mapSecretParts(text, () => '').length !== text.length;
}

function rejection(kind: MappingRule['kind'], text: string) {
  return failure(
    'invalid-input',
    kind === 'header'
      ? `The value of ${lineOf(text).name || 'this header'} may be a credential, and mappings are stored in clear text. Enter it under Secrets.`
      : 'This URL has a secret part, and mappings are stored in clear text. Map its host, and enter the URL under Secrets.',
  );
}
