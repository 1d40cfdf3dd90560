import type { ApplicationState } from './applications.ts';
import type { Protocol } from './application-protocol.ts';
import { protocolOf } from './application-protocol.ts';
import { hiddenMark, isBrokenPlaceholder } from '../values/placeholder.ts';
import type { SignOnField } from './sign-on-fields.ts';
import { isEmptyValue, pathsOf, signOnFields } from './sign-on-fields.ts';
import { valueAt, withValue } from './application-settings.ts';
import { keySetText, problemOfKeySet } from './key-set.ts';
import { isScopeName, problemOfKnownScopes } from './known-scopes.ts';
import { unmetPreconditions } from './setting-preconditions.ts';
import { attributesIn, textsIn } from './setting-values.ts';
import { shortened } from '../values/shortened.ts';
import { formatNumber } from '../../languages/text/intl.ts';

/** Longest name that is sent: what lists, addresses and service providers still take. Ours: no tenant tells its own. */
export const maxNameLength = 255;
/** Longest script, in characters. */
const maxScriptLength = 1_000_000;

/** Messages by the path of the field they stand at: `name`, `icon`, `script`, `OAuthProfile.Redirects`. */
export type SettingProblems = Readonly<Record<string, string>>;

type Wanted = Pick<ApplicationState, 'templateId' | 'name' | 'description' | 'icon' | 'script' | 'settings'>;

/** Why a tenant would not take this application; empty where it would. What is missing yet is no problem. */
export function problemsOfSettings(state: Wanted): SettingProblems {
  const problems: Record<string, string> = { ...problemsOfTexts(state) };
  for (const field of signOnFields) {
    for (const path of pathsOf(field)) {
      const value = valueAt(state.settings, path);
      const problem = isEmptyValue(value) ? undefined : problemOfValue(field, value);
      if (problem !== undefined) problems[path] = problem;
    }
  }
  const serviceName = state.settings['ServiceName'];
  if (typeof serviceName === 'string' && serviceName.trim() === '')
    problems['ServiceName'] = 'The service name can’t be empty: it is part of URLs.';
  // Last: what is wrong with a value is why another one misses it.
  return { ...problems, ...unmetPreconditions(state), ...problems };
}

/**
 * The problems that a change brings in: what the application has already and keeps is none. A new application has nothing,
 * and gets the client secret of its default authentication after it was added.
 */
export function introducedProblems(state: Wanted, had: Wanted | undefined): SettingProblems {
  const known = problemsOfSettings(had ?? { ...state, settings: valuesOfUnfinished(state) });
  return Object.fromEntries(
    Object.entries(problemsOfSettings(state)).filter(
      ([path, message]) => known[path] !== message || (had !== undefined && isOtherKeySet(path, state, had)),
    ),
  );
}

/** Another private key than the one that is there is a new problem, although its message is the same. */
function isOtherKeySet(path: string, state: Wanted, had: Wanted): boolean {
  const isKeySet = signOnFields.some((field) => field.type === 'keys' && field.path === path);
  return isKeySet && keySetText(valueAt(state.settings, path)) !== keySetText(valueAt(had.settings, path));
}

const authMethod = 'OAuthProfile.TokenEndpointAuthMethod';
const defaultAuthMethod = 'client_secret_basic';

const valuesOfUnfinished = ({ settings }: Wanted): Wanted['settings'] =>
  valueAt(settings, authMethod) === defaultAuthMethod ? withValue({}, authMethod, defaultAuthMethod) : {};

/** `The assertion consumer service URL`: the settings that every sign-in needs, as labels, by the paths of the fields. */
export function missingSettings(
  state: Pick<ApplicationState, 'templateId' | 'settings'>,
  protocol: Protocol = protocolOf({ TemplateName: state.templateId, ...state.settings }),
): readonly { readonly path: string; readonly words: string }[] {
  return signOnFields
    .filter(({ isRequired, protocols }) => isRequired === true && isFor(protocols, protocol))
    .filter((field) => pathsOf(field).every((path) => isEmptyValue(valueAt(state.settings, path))))
    .map(({ path, label, type }) => ({
      path,
      words: type === 'urls' ? `At least one of the ${lowerFirst(label)}` : `The ${lowerFirst(label)}`,
    }));
}

const isFor = (protocols: SignOnField['protocols'], protocol: Protocol): boolean =>
  protocols === 'all' || protocols.includes(protocol);

/** `URL` and `ID` stay as they are. */
const lowerFirst = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

function problemsOfTexts({ name, icon, script }: Wanted): Record<string, string> {
  const problems: Record<string, string> = {};
  if (name.trim() === '') problems['name'] = 'An application needs a name.';
  else if (name.trim().length > maxNameLength)
    problems['name'] =
      `The name has ${formatNumber(name.trim().length)} characters; it may have ${maxNameLength}.`;
  if (icon.length > maxIconLength)
    problems['icon'] = 'The address of the icon is too long. Choose a smaller image.';
  if ((script ?? '').length > maxScriptLength)
    problems['script'] = 'The script is longer than a million characters. Tenants do not take such scripts.';
  return problems;
}

/** An icon is an address on the tenant, or the image itself as a `data:` address. */
const maxIconLength = 2_000_000;

function problemOfValue({ type, path, options }: SignOnField, value: unknown): string | undefined {
  switch (type) {
    case 'url':
      return typeof value === 'string' ? problemOfUrl(value.trim()) : 'This is no URL.';
    case 'urls':
      return first(textsIn(value).map(problemOfRedirect)) ?? problemOfDoubles(textsIn(value), 'URL');
    case 'texts':
      return path.endsWith('.Scopes') ? first(textsIn(value).map(problemOfScope)) : undefined;
    case 'lifetime':
      return typeof value === 'string' ? problemOfLifetime(value.trim()) : undefined;
    case 'number':
      return Number.isFinite(Number(value)) ? undefined : 'This is no number.';
    case 'secret':
      return typeof value === 'string' ? problemOfSecret(value) : undefined;
    case 'attributes':
      return problemOfAttributes(value);
    case 'keys':
      return problemOfKeySet(value);
    case 'scopes':
      return problemOfKnownScopes(value);
    case 'choice':
      return options === undefined || typeof value === 'string' ? undefined : 'This is none of the choices.';
    case 'text':
      return typeof value === 'string' && value.length > maxTextLength ? 'This text is too long.' : undefined;
    case 'flag':
      return undefined;
  }
}

function problemOfSecret(value: string): string | undefined {
  // That alone: the tenant has one that it does not tell, and keeps it.
  if (value === hiddenMark) return undefined;
  if (isBrokenPlaceholder(value)) return 'The secret is hidden and was changed in part. Enter it whole.';
  return /^[*.·∙●]{3,}$/u.test(value)
    ? 'These are dots in the place of a secret. Enter the secret.'
    : undefined;
}

const maxTextLength = 10_000;

const first = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined);

function problemOfUrl(text: string): string | undefined {
  const scheme = URL.parse(text)?.protocol;
  if (scheme === 'https:' || scheme === 'http:') return undefined;
  return scheme === undefined
    ? `“${shortened(text)}” is no URL. It begins with https://.`
    : `“${shortened(text)}” does not begin with https:// or http://.`;
}

/** Would run in the browser or read its disk in the place of going anywhere. */
const noDestination = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'view-source:',
]);

/** Source: RFC 6749 section 3.1.2 (no fragment), RFC 8252 section 7 (private-use schemes, loopback). */
export function problemOfRedirect(text: string): string | undefined {
  const quoted = `“${shortened(text)}”`;
  const url = URL.parse(text);
  if (url === null) return `${quoted} is no URI. Example: https://app.example/callback.`;
  if (/[\s<>"{}|\\^`]/.test(text)) return `${quoted} has characters that no URI may have.`;
  if (noDestination.has(url.protocol)) return `${quoted} is no address that anybody can return to.`;
  if (text.includes('#')) return `${quoted} has a fragment (#). Redirects may not have one.`;
  if (text.includes('*')) return `${quoted} has a wildcard (*). The whole URL is compared: list each one.`;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  // `localhost:3000/callback` reads as a scheme, and is meant as an address.
  if (!isWeb && /^[^/]+:\d/.test(text))
    return `${quoted} has no scheme. Write http:// or https:// before it.`;
  return undefined;
}

function problemOfDoubles(values: readonly string[], noun: string): string | undefined {
  const double = values.find((value, index) => values.indexOf(value) !== index);
  return double === undefined ? undefined : `The ${noun} “${shortened(double)}” is there twice.`;
}

function problemOfScope(scope: string): string | undefined {
  return isScopeName(scope)
    ? undefined
    : `“${shortened(scope)}” is no scope: blanks, quotes and characters beyond ASCII are not allowed.`;
}

/** `[d.]hh:mm:ss`, as the platform writes lifetimes: `5:00:00`, `365.00:00:00`. */
function problemOfLifetime(text: string): string | undefined {
  const match = /^(?:(\d{1,8})\.)?(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text);
  if (match === null)
    return `“${shortened(text)}” is no lifetime. Write days.hours:minutes:seconds, such as 5:00:00 or 365.00:00:00.`;
  const [, , hours = '0'] = match;
  if (Number(hours) > 23) return 'A day has 24 hours: write 1.00:00:00 for one day.';
  return /[1-9]/.test(text) ? undefined : 'The lifetime must be longer than zero.';
}

function problemOfAttributes(value: unknown): string | undefined {
  const attributes = attributesIn(value);
  if (attributes === undefined) return 'The attributes are not of a shape that the desk knows.';
  const names = attributes.map(({ name }) => name.trim());
  if (names.includes('')) return 'An attribute has no name.';
  const withoutValue = attributes.find(({ value: expression }) => expression.trim() === '');
  if (withoutValue !== undefined) return `The attribute “${shortened(withoutValue.name)}” has no value.`;
  return problemOfDoubles(names, 'attribute');
}
