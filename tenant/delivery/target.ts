import { parseHeaderText, type HeaderLine } from '../rules/header-text.ts';
import type { WebhookRule } from '../rules/rule-store.ts';

/** The invocation settings of a definition. */
export type InvocationDefinition = Pick<
  WebhookRule,
  'url' | 'method' | 'contentType' | 'headers' | 'requestBody'
>;

/** Target URL and custom headers of a definition, or why it can't send anything. */
export type Target =
  | { readonly ok: true; readonly url: URL; readonly headers: readonly HeaderLine[] }
  | { readonly ok: false; readonly failure: string; readonly message: string };

const known = new WeakMap<InvocationDefinition, Target>();

/**
 * Parses the URL and headers of a definition, cached per object: a rule stays the same object until it
 * changes.
 */
export function targetOf(definition: InvocationDefinition): Target {
  const target = known.get(definition) ?? readTarget(definition);
  known.set(definition, target);
  return target;
}

function readTarget({ url: address, headers: text }: InvocationDefinition): Target {
  const headers = parseHeaderText(text);
  if (!headers.ok || address === '') {
    const message = headers.ok ? 'The rule has no URL.' : `Invalid headers: ${headers.problem}.`;
    return { ok: false, failure: 'no_address', message };
  }
  const url = new URL(address);
  if (isReservedName(url.hostname)) {
    const message = `${url.hostname} is reserved for examples (RFC 6761) and can't be reached.`;
    return { ok: false, failure: 'reserved_name', message };
  }
  return { ok: true, url, headers: headers.headers };
}

/**
 * Seeded webhooks call example hosts. Retrying those would only fill the queue, and a DNS query for them
 * would expose the sandbox to the network.
 */
function isReservedName(host: string): boolean {
  return /(^|\.)(example|invalid)\.?$/i.test(host);
}
