import { z } from 'zod';
import { redactText } from '../../platform/log/redact.ts';
import type { HttpResponse } from '../../platform/http/transport.ts';

const maxLength = 500;
const messageMembers = z.looseObject({
  Message: z.string().nullish(),
  message: z.string().nullish(),
  error_description: z.string().nullish(),
  detail: z.string().nullish(),
  error: z.string().nullish(),
});

/**
 * The error message of a tenant in one short line: from the usual members of a JSON body, or from plain text. Ignores HTML pages.
 * Hides anything that looks like a secret.
 */
export function messageIn(response: HttpResponse): string | undefined {
  const text = new TextDecoder().decode(response.body.subarray(0, 64 * 1024)).trim();
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return /^text\/plain\b/i.test(response.headers['content-type'] ?? '') ? shorten(text) : undefined;
  }
  const parsed = messageMembers.safeParse(value);
  if (!parsed.success) return typeof value === 'string' ? shorten(value) : undefined;
  const { Message, message, error_description, detail, error } = parsed.data;
  const found = [Message, message, error_description, detail, error].find(
    (part) => part != null && part !== '',
  );
  return found == null ? undefined : shorten(found);
}

/** One line of at most 500 characters, with secrets hidden. */
export function shorten(text: string): string {
  // Only the beginning of a large text is processed.
  const line = redactText(text.slice(0, 20 * maxLength))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
