import { z } from 'zod';
import { headerKey } from '../../../contract/values/header-secrecy.ts';
import { hiddenMark, holdsMark, isPlaceholder } from '../../../contract/values/placeholder.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { webhookStateSchema } from '../../../contract/webhooks/webhooks.ts';
import { failure } from '../../platform/errors/failure.ts';
import { mapSecretParts } from '../../platform/secrets/secret-address.ts';
import { isSecretValue, mapHeaderValues } from '../secrets/header-text.ts';

/**
 * A webhook in a file: its definition as JSON in a comment of the template language, so that editors recognize the file
 * type, followed by the exact template.
 *
 * Hidden values are written as dots without their hash. Placeholders belong to this profile, and files go into
 * repositories: two installations must write the same file.
 */
const beginning = '<#-- tenant-desk webhook\n';
const ending = '\n-->\n';
const marks = new RegExp(`${hiddenMark}[0-9a-f]{8}`, 'g');

const definitionSchema = webhookStateSchema
  .omit({ requestBody: true, headers: true })
  .extend({ headers: z.array(z.string()) })
  .partial();

export function webhookFileText(webhook: WebhookState): string {
  const { requestBody, headers, url, name, description, enabled, method, contentType, eventType, riskLevel } =
    webhook;
  const definition = {
    ...{ name, description, enabled, method, url: url.replaceAll(marks, hiddenMark), contentType },
    headers: headers === '' ? [] : headers.replaceAll(marks, hiddenMark).split('\n'),
    ...{ eventType, riskLevel },
  };
  // The first occurrence would end the comment of the template language.
  const json = JSON.stringify(definition, null, 2).replaceAll('-->', String.raw`--\u003e`);
  return `${beginning}${json}${ending}${requestBody}`;
}

/**
 * The webhook described by a file; omitted members and dots keep their values from `like`. Throws
 * `file-wrong-shape` for an invalid definition, and for a credential: files end up in repositories
 * and backups, so credentials aren't accepted from there either.
 */
export function readWebhookFile(text: string, like: WebhookState): WebhookState {
  if (!text.startsWith(beginning)) return { ...like, requestBody: text };
  const end = text.indexOf(ending);
  if (end === -1) throw wrong('The definition comment at the top of the file has no closing line “-->”.');
  const parsed = definitionSchema.safeParse(parse(text.slice(beginning.length, end)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrong(
      `The definition at the top of the file is wrong at “${issue?.path.join('.') ?? ''}”: ${issue?.message ?? ''}`,
    );
  }
  const { headers, url, ...plain } = parsed.data;
  const defined = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  return {
    ...like,
    ...defined,
    url: url === undefined ? like.url : readAddress(url, like.url),
    headers: headers === undefined ? like.headers : readHeaders(headers.join('\n'), like.headers),
    requestBody: text.slice(end + ending.length),
  };
}

function readAddress(url: string, like: string): string {
  const hidden = like.match(marks) ?? [];
  const count = url.split(hiddenMark).length - 1;
  if (count > 0 && count !== hidden.length) {
    throw wrong(
      'The hidden part of “url” differs from the tenant’s. Leave the URL as it was exported, or enter it in Tenant Desk.',
    );
  }
  let next = 0;
  const known = url.replaceAll(hiddenMark, () => hidden[next++] ?? '');
  mapSecretParts(known, () => {
    throw wrong(
      'The secret part of “url” is in clear text. Enter the URL in Tenant Desk, and remove it from the file.',
    );
  });
  return known;
}

function readHeaders(headers: string, like: string): string {
  const hidden = new Map<string, string[]>();
  mapHeaderValues(like, (name, value) => {
    const key = headerKey(name);
    if (isPlaceholder(value)) hidden.set(key, [...(hidden.get(key) ?? []), value]);
    return value;
  });
  return mapHeaderValues(headers, (name, value) => {
    if (value !== hiddenMark) {
      if (!holdsMark(value) && !isSecretValue(name, value)) return value;
      throw wrong(
        `The value of the header “${name}” is a secret. Write ${hiddenMark} in the file, and enter the value in Tenant Desk.`,
      );
    }
    const known = hidden.get(headerKey(name))?.shift();
    if (known !== undefined) return known;
    throw wrong(`The tenant has no hidden value for the header “${name}”. Enter it in Tenant Desk first.`);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrong(
      `The definition at the top of the file isn’t valid JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

const wrong = (message: string) => failure('file-wrong-shape', `${message} The file wasn’t changed.`);
