import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { hiddenMark } from '../../../contract/values/placeholder.ts';
import { isSecretMember } from '../../../contract/applications/application-settings.ts';
import { headerRows } from './headers/header-rows.ts';

/** A header of a request; its value is shown, never sent. */
interface ShownHeader {
  readonly name: string;
  readonly value: string;
}

/** Both forms of a placeholder, with or without its digits: they say nothing to a reader. */
const placeholders = new RegExp(`(?:${hiddenMark}|${encodeURIComponent(hiddenMark)})(?:[0-9a-f]{8})?`, 'gi');

/** The text with dots instead of the placeholders of secrets. */
export const withoutSecrets = (text: string): string => text.replace(placeholders, '••••••');

const secretHeader = /^(?:(?:proxy-)?authorization|cookie|x-api-key|api-key)$/i;

/** The headers in the order in which they are written, after the content type; what was typed as a credential is hidden too. */
export function requestHeaders({ contentType, headers }: WebhookState): readonly ShownHeader[] {
  const own = headerRows(headers)
    .filter(({ name, value }) => (name ?? value).trim() !== '')
    .map(({ name, value }): ShownHeader => {
      const known = (name ?? '').trim();
      const isSecret = secretHeader.test(known) || isSecretMember(known) || /token$/i.test(known);
      return { name: known, value: isSecret ? '••••••' : withoutSecrets(value) };
    });
  return [{ name: 'Content-Type', value: contentType }, ...own];
}
