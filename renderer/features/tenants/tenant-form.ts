import type { ProviderEndpoints, TenantInput, TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { CheckedAddress } from '../../../contract/tenants/connection-check.ts';
import { hostsBesideIssuer, isServerChanged } from '../../../contract/tenants/sign-in-servers.ts';
import { isLoopback } from '../../../contract/schema/loopback.ts';
import { trimPasted } from '../../../contract/schema/pasted-text.ts';
import type { InternationalHost } from '../../../languages/text/international-hosts.ts';
import { internationalHosts } from '../../../languages/text/international-hosts.ts';
import { tenantInputSchema } from '../../../contract/tenants/tenants.ts';

/** Values of the form fields. */
export interface TenantForm {
  name: string;
  color: TenantInput['color'];
  environment: TenantInput['environment'];
  baseUrl: string;
  analyticsUrl: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** One `Name: value` per line. */
  extraHeaders: string;
  /** Hosts other than the issuer's that sign-in may use, separated by spaces. */
  signInHosts: string;
  /** If false, the endpoints of the form are used. They stay in the form while it is true. */
  usesDiscovery: boolean;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  jwksUri: string;
  userinfoEndpoint: string;
  revocationEndpoint: string;
  clientAuthentication: ProviderEndpoints['clientAuthentication'];
}

const endpointFields = [
  'authorizationEndpoint',
  'tokenEndpoint',
  'jwksUri',
  'userinfoEndpoint',
  'revocationEndpoint',
] as const;

export function formOf(tenant: TenantProfile | undefined): TenantForm {
  return {
    name: tenant?.name ?? '',
    color: tenant?.color ?? 'blue',
    environment: tenant?.environment ?? 'production',
    baseUrl: tenant?.baseUrl ?? '',
    analyticsUrl: tenant?.analyticsUrl ?? '',
    issuer: tenant?.issuer ?? '',
    clientId: tenant?.clientId ?? '',
    clientSecret: '',
    scopes: (tenant?.scopes ?? ['openid', 'profile', 'email', 'offline_access']).join(' '),
    extraHeaders: Object.entries(tenant?.extraHeaders ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    signInHosts: (tenant?.signInHosts ?? []).join(' '),
    usesDiscovery: tenant?.endpoints === undefined,
    ...enteredEndpoints(tenant?.endpoints),
  };
}

/** Endpoints as form values; missing ones are empty. */
export function enteredEndpoints(
  endpoints: Partial<ProviderEndpoints> = {},
): Pick<TenantForm, (typeof endpointFields)[number] | 'clientAuthentication'> {
  return {
    authorizationEndpoint: endpoints.authorizationEndpoint ?? '',
    tokenEndpoint: endpoints.tokenEndpoint ?? '',
    jwksUri: endpoints.jwksUri ?? '',
    userinfoEndpoint: endpoints.userinfoEndpoint ?? '',
    revocationEndpoint: endpoints.revocationEndpoint ?? '',
    clientAuthentication: endpoints.clientAuthentication ?? 'client_secret_basic',
  };
}

/** True if the form names another server than the profile: the stored secret doesn't apply to it. */
export function isOtherServer(tenant: TenantProfile, form: TenantForm): boolean {
  const baseUrl = completeAddress(form.baseUrl);
  const issuer = completeAddress(form.issuer) || baseUrl;
  return isServerChanged(tenant, { baseUrl, issuer, ...endpointsIn(form) });
}

/** Hosts of the entered endpoints that are not the issuer's; none while discovery finds the endpoints. */
export function otherHostsIn(form: TenantForm): readonly string[] {
  if (form.usesDiscovery) return [];
  const issuer = completeAddress(form.issuer) || completeAddress(form.baseUrl);
  return hostsBesideIssuer(
    issuer,
    endpointFields.map((field) => trimPasted(form[field])),
  );
}

const pastedFields = [
  'baseUrl',
  'analyticsUrl',
  'issuer',
  ...endpointFields,
  'clientId',
  'clientSecret',
] as const;

/** Notes for fields whose text is completed, or trimmed on save. */
export function pasteNotes(form: TenantForm): Partial<Record<(typeof pastedFields)[number], string>> {
  const notes = pastedFields.flatMap((field): [string, string][] => {
    const text = trimPasted(form[field]);
    const isCompleted = field === 'baseUrl' || field === 'analyticsUrl';
    if (isCompleted && bareHost.test(text)) return [[field, `Used as ${completeAddress(text)}`]];
    return text === form[field] ? [] : [[field, 'Surrounding spaces and invisible characters are removed']];
  });
  return Object.fromEntries(notes);
}

const hostFields = ['baseUrl', 'analyticsUrl', 'issuer', ...endpointFields, 'signInHosts'] as const;

/** Warnings for hosts with non-ASCII letters, shown under their fields. */
export function hostWarnings(form: TenantForm): Partial<Record<(typeof hostFields)[number], string>> {
  const warnings = hostFields.flatMap((field) => {
    const texts =
      field === 'signInHosts' ? listed(form[field]).map((host) => `https://${host}`) : [form[field]];
    const hosts = texts.flatMap((text) => internationalHosts(completeAddress(text)));
    const host = hosts.find(({ problem }) => problem !== undefined) ?? hosts[0];
    return host === undefined ? [] : [[field, hostWarning(host)] as const];
  });
  return Object.fromEntries(warnings);
}

function hostWarning({ unicode, ascii, problem }: InternationalHost): string {
  const fact = `“${unicode}” is the host ${ascii}.`;
  if (problem === 'look-alike') return `${fact} Similar-looking letters: it may imitate another host.`;
  if (problem === 'mixed-scripts') return `${fact} Mixed alphabets: it may imitate another host.`;
  return `${fact} Make sure this is the right host.`;
}

/** Adds hosts to the entered ones, without duplicates. */
export function withSignInHosts(form: TenantForm, hosts: readonly string[]): string {
  return [...new Set([...listed(form.signInHosts), ...hosts])].join(' ');
}

/** The hosts that the form doesn't allow yet. */
export function unconfirmedHosts(form: TenantForm, hosts: readonly string[] = []): readonly string[] {
  const confirmed = new Set(listed(form.signInHosts));
  return hosts.filter((host) => !confirmed.has(host));
}

/** What can be checked of the form so far; undefined without a valid URL. Without the secret. */
export function checkedTarget(form: TenantForm): CheckedAddress | undefined {
  const { shape } = tenantInputSchema;
  const baseUrl = shape.baseUrl.safeParse(completeAddress(form.baseUrl));
  if (!baseUrl.success || !isFullHost(baseUrl.data)) return undefined;
  const clientId = shape.clientId.safeParse(form.clientId);
  const issuer = shape.issuer.safeParse(trimPasted(form.issuer) || undefined);
  const { endpoints } = checkForm({ ...form, name: 'unnamed', clientId: 'unknown' }).input ?? {};
  return {
    baseUrl: baseUrl.data,
    scopes: listed(form.scopes),
    signInHosts: listed(form.signInHosts),
    ...(clientId.success ? { clientId: clientId.data } : {}),
    ...(issuer.success && issuer.data !== undefined ? { issuer: issuer.data } : {}),
    ...(form.usesDiscovery || endpoints === undefined ? {} : { endpoints }),
  };
}

/** While it is typed, `https://acme` is only the beginning of a host. */
function isFullHost(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname.startsWith('[') || /[^.]\.[^.]+$/.test(hostname);
}

type CheckedForm =
  | { readonly ok: true; readonly input: TenantInput }
  | {
      readonly ok: false;
      readonly input?: undefined;
      readonly errors: Readonly<Partial<Record<keyof TenantForm, string>>>;
    };

/** Checks the form with the contract's own schema; errors are returned by field. */
export function checkForm(form: TenantForm): CheckedForm {
  const headers = parseHeaders(form.extraHeaders);
  const parsed = tenantInputSchema.safeParse({
    name: form.name,
    color: form.color,
    environment: form.environment,
    baseUrl: completeAddress(form.baseUrl),
    ...optional('analyticsUrl', completeAddress(form.analyticsUrl)),
    ...optional('issuer', trimPasted(form.issuer)),
    clientId: form.clientId,
    ...optional('clientSecret', trimPasted(form.clientSecret)),
    scopes: listed(form.scopes),
    extraHeaders: headers ?? {},
    ...(trimPasted(form.signInHosts) === '' ? {} : { signInHosts: listed(form.signInHosts) }),
    ...endpointsIn(form),
  });
  const errors: Partial<Record<keyof TenantForm, string>> = {};
  if (headers === undefined) errors.extraHeaders = 'Enter one “Name: value” header per line';
  for (const issue of parsed.error?.issues ?? []) {
    const [first, second] = issue.path;
    const field = first === 'endpoints' ? second : first;
    if (typeof field === 'string' && isField(form, field)) errors[field] ??= issue.message;
  }
  return parsed.success && Object.keys(errors).length === 0
    ? { ok: true, input: parsed.data }
    : { ok: false, errors };
}

function endpointsIn(form: TenantForm): { readonly endpoints?: ProviderEndpoints } {
  if (form.usesDiscovery) return {};
  const { authorizationEndpoint, tokenEndpoint, jwksUri, clientAuthentication } = form;
  return {
    endpoints: {
      ...{ authorizationEndpoint, tokenEndpoint, jwksUri, clientAuthentication },
      ...optional('userinfoEndpoint', trimPasted(form.userinfoEndpoint)),
      ...optional('revocationEndpoint', trimPasted(form.revocationEndpoint)),
    },
  };
}

function isField(form: TenantForm, name: string): name is keyof TenantForm {
  return Object.hasOwn(form, name);
}

/** A host as people type it, with a port and path if any, but without a scheme. */
const bareHost = /^(?:[^\s:/?#@\\]+\.[^\s:/?#@\\.]+|localhost|\[[0-9a-f:]+\])(?::\d+)?(?:[/?#].*)?$/i;

/** The entered URL as it is used: without trailing slashes, and with a scheme. */
export function completeAddress(text: string): string {
  const address = trimPasted(text).replace(/\/+$/, '');
  if (!bareHost.test(address)) return address;
  const url = URL.parse(`http://${address}`);
  // Only this computer is reached without encryption.
  return `${url !== null && isLoopback(url) ? 'http' : 'https'}://${address}`;
}

function listed(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map(trimPasted)
    .filter(Boolean);
}

function optional<Name extends string>(name: Name, value: string): Partial<Record<Name, string>> {
  return value === '' ? {} : ({ [name]: value } as Record<Name, string>);
}

function parseHeaders(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    if (colon < 1) return undefined;
    headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return headers;
}
