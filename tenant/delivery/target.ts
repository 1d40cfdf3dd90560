import { parseHeaderText, type HeaderLine } from '../rules/header-text.ts';
import type { WebhookRule } from '../rules/rule-store.ts';

/** What a definition says about its invocation. */
export type InvocationDefinition = Pick<
  WebhookRule,
  'url' | 'method' | 'contentType' | 'headers' | 'requestBody'
>;

/** Where a definition sends to, and with which headers of its own; or why it can send nothing. */
export type Target =
  | { readonly ok: true; readonly url: URL; readonly headers: readonly HeaderLine[] }
  | { readonly ok: false; readonly failure: string; readonly message: string };

const known = new WeakMap<InvocationDefinition, Target>();

/** Reads the address and the headers of a definition, once for each: a rule stays the same object until it is changed. */
export function targetOf(definition: InvocationDefinition): Target {
  const target = known.get(definition) ?? readTarget(definition);
  known.set(definition, target);
  return target;
}

function readTarget({ url: address, headers: text }: InvocationDefinition): Target {
  const headers = parseHeaderText(text);
  if (!headers.ok || address === '') {
    const message = headers.ok ? 'The rule has no address.' : `The headers of the rule: ${headers.problem}.`;
    return { ok: false, failure: 'no_address', message };
  }
  const url = new URL(address);
  if (isReservedName(url.hostname)) {
    const message = `${url.hostname} is a name reserved for examples (RFC 6761) and can never be reached.`;
    return { ok: false, failure: 'reserved_name', message };
  }
  return { ok: true, url, headers: headers.headers };
}

/**
 * Seeded webhooks call example hosts. Retrying those would only fill the queue, and asking a name server for
 * them would tell the network about the sandbox.
 */
function isReservedName(host: string): boolean {
  return /(^|\.)(example|invalid)\.?$/i.test(host);
}
