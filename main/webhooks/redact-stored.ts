import type { Hide } from './secrets/webhook-secrets.ts';
import type { Guarded } from './secrets/marked-credentials.ts';
import { parseOrNothing } from '../platform/json/parse-or-nothing.ts';

/** Members that contain a payload: what looks like a URL in it is the user's own text. */
const payloads: ReadonlySet<string> = new Set(['requestBody', 'request_body']);
const address = /https?:\/\/[^\s"'<>()]+/gi;

/** How the credentials of a stored text are handled. */
export interface Redaction {
  readonly hide: Hide;
  /** True for prose, which may contain a URL anywhere. */
  readonly isProse: boolean;
  /** Called with everything that was hidden. */
  readonly onhidden: (hidden: Guarded) => void;
}

/**
 * A stored text with placeholders instead of the credentials of webhooks. It is independent of any version's schema: in any
 * JSON, however deep, `url` and `headers` are those of a webhook; JSON stored as text within is read as well.
 */
export function redactStored(text: string, redaction: Redaction): string {
  const parsed = parseOrNothing(text);
  if (parsed === undefined) return redactInText(text, redaction);
  const redacted = JSON.stringify(redactValue(parsed, redaction), null, text.includes('\n') ? 2 : undefined);
  return redacted === JSON.stringify(parsed, null, text.includes('\n') ? 2 : undefined) ? text : redacted;
}

function redactValue(value: unknown, redaction: Redaction): unknown {
  if (typeof value === 'string') return redactText(value, redaction);
  if (Array.isArray(value)) return value.map((each: unknown) => redactValue(each, redaction));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  if (members.some(([name, member]) => name === 'name' && payloads.has(String(member)))) return value;
  const { url, headers } = redactGuarded(Object.fromEntries(members), redaction);
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (payloads.has(name)) return [name, member];
      if (name === 'url' && typeof member === 'string') return [name, url];
      if (name === 'headers' && typeof member === 'string') return [name, headers];
      if (name === 'headers' && isTexts(member)) return [name, headers.split('\n')];
      return [name, redactValue(member, redaction)];
    }),
  );
}

function redactGuarded(members: Readonly<Record<string, unknown>>, { hide, onhidden }: Redaction): Guarded {
  const { url, headers } = members;
  const clear = {
    url: typeof url === 'string' ? url : '',
    // Earlier versions showed each header line as a member.
    headers: isTexts(headers) ? headers.join('\n') : typeof headers === 'string' ? headers : '',
  };
  const hidden = hide(clear);
  if (hidden.url !== clear.url || hidden.headers !== clear.headers) onhidden(hidden);
  return hidden;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function redactText(text: string, redaction: Redaction): string {
  return /^\s*[[{]/.test(text) ? redactStored(text, redaction) : redactInText(text, redaction);
}

function redactInText(text: string, { hide, isProse, onhidden }: Redaction): string {
  if (!isProse) return text;
  return text.replaceAll(address, (found) => {
    const hidden = hide({ url: found, headers: '' });
    if (hidden.url !== found) onhidden(hidden);
    return hidden.url;
  });
}
