import { z } from 'zod';
import { deepLinkScheme, isLinkPart, maxDeepLinkLength, maxLinkParts } from './deep-link.ts';
import type { LinkTarget } from './deep-link.ts';
import { globalViewIds, tenantViewIds } from './view-ids.ts';
import { formatNumber } from '../../languages/text/intl.ts';

export type ParsedLink =
  | { readonly ok: true; readonly target: LinkTarget }
  /** A full sentence that quotes nothing of the link. */
  | { readonly ok: false; readonly problem: string };

const copyAgain = 'Copy it again from Tenant Desk.';
const form = `${deepLinkScheme}://open/applications?tenant=Acme`;

const rest = z.array(
  z.string().refine(isLinkPart, `The link names an item that can’t be opened. ${copyAgain}`),
);

const tenantSchema = z
  .string(`The link doesn’t name a tenant. ${copyAgain}`)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,512}$/u, `The link doesn’t name a tenant. ${copyAgain}`)
  .refine(isNameOrPlainUrl, 'The tenant of the link must be a name, or a URL without a login or parameters.');

const targetSchema = z
  .discriminatedUnion(
    'scope',
    [
      z.strictObject({
        scope: z.literal('tenant'),
        view: z.enum(tenantViewIds),
        rest,
        tenant: tenantSchema,
      }),
      z.strictObject({ scope: z.literal('global'), view: z.enum(globalViewIds), rest }),
    ],
    `The link has something other than a view, an item and a tenant. ${copyAgain}`,
  )
  .refine((target) => target.rest.length <= maxLinkParts[target.view], {
    error: `The link names an item that can’t be opened. ${copyAgain}`,
  });

/** Validates a link strictly: it comes from a web page or a message, and anyone can have written it. */
export function parseDeepLink(link: string): ParsedLink {
  if (link.length > maxDeepLinkLength)
    return rejected(`The link is longer than ${formatNumber(maxDeepLinkLength)} characters. ${copyAgain}`);
  const [, host, path, query] = /^tenant-desk:\/\/([^/?#\s]+)\/([^?#\s]*)(?:\?([^#\s]*))?$/i.exec(link) ?? [];
  if (host === undefined || path === undefined || /\p{C}/u.test(link))
    return rejected(`The link can’t be read. It must look like ${form}.`);
  if (host !== 'open')
    return rejected('The link asks for something else than to open a view. Nothing was done.');
  const parts = decodedParts(path);
  if (parts === undefined) return rejected(`The link can’t be read. It must look like ${form}.`);
  const [view, ...items] = parts;
  const isOfTenant = (tenantViewIds as readonly unknown[]).includes(view);
  if (!isOfTenant && !(globalViewIds as readonly unknown[]).includes(view))
    return rejected(
      'Tenant Desk doesn’t have the view of this link. Update Tenant Desk, or copy the link again.',
    );
  const given = parametersOf(query);
  if (given === undefined) return rejected(`The link has a parameter twice. ${copyAgain}`);
  const unknown = Object.keys(given).some((name) => !isOfTenant || name !== 'tenant');
  if (unknown) return rejected(`The link has parameters that Tenant Desk doesn’t accept. ${copyAgain}`);
  const scope = isOfTenant ? 'tenant' : 'global';
  const parsed = targetSchema.safeParse({ scope, view, rest: items, ...given });
  if (parsed.success) return { ok: true, target: parsed.data };
  return rejected(parsed.error.issues[0]?.message ?? `The link can’t be read. It must look like ${form}.`);
}

const rejected = (problem: string): ParsedLink => ({ ok: false, problem });

/** Without the empty part that Windows adds by a slash at the end; undefined if an escape is malformed. */
function decodedParts(path: string): readonly string[] | undefined {
  try {
    return path.replace(/\/$/, '').split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Undefined if one occurs twice. */
function parametersOf(query: string | undefined): Readonly<Record<string, string>> | undefined {
  const entries = [...new URLSearchParams(query ?? '')];
  return new Set(entries.map(([name]) => name)).size === entries.length
    ? Object.fromEntries(entries)
    : undefined;
}

function isNameOrPlainUrl(tenant: string): boolean {
  if (!tenant.includes('://')) return true;
  if (!URL.canParse(tenant)) return false;
  const { protocol, username, password, search, hash } = new URL(tenant);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
