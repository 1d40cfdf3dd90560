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

/** Maximum name length that lists, URLs and service providers accept. Our limit: no tenant reports its own. */
export const maxNameLength = 255;
/** Maximum script length, in characters. */
const maxScriptLength = 1_000_000;

/** Messages by field path: `name`, `icon`, `script`, `OAuthProfile.Redirects`. */
export type SettingProblems = Readonly<Record<string, string>>;

type Wanted = Pick<ApplicationState, 'templateId' | 'name' | 'description' | 'icon' | 'script' | 'settings'>;

/** Why a tenant would reject this application; empty if it wouldn't. A value that is still missing isn't a problem. */
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
  // Problems of a value come before those of members that depend on it.
  return { ...problems, ...unmetPreconditions(state), ...problems };
}

/**
 * The problems that a change introduces: existing problems that it leaves alone don't count. A new application has none, and
 * gets the client secret of its default authentication after it was added.
 */
export function introducedProblems(state: Wanted, had: Wanted | undefined): SettingProblems {
  const known = problemsOfSettings(had ?? { ...state, settings: valuesOfUnfinished(state) });
  return Object.fromEntries(
    Object.entries(problemsOfSettings(state)).filter(
      ([path, message]) => known[path] !== message || (had !== undefined && isOtherKeySet(path, state, had)),
    ),
  );
}

/** A different private key is a new problem, although its message is the same. */
function isOtherKeySet(path: string, state: Wanted, had: Wanted): boolean {
  const isKeySet = signOnFields.some((field) => field.type === 'keys' && field.path === path);
  return isKeySet && keySetText(valueAt(state.settings, path)) !== keySetText(valueAt(had.settings, path));
}

const authMethod = 'OAuthProfile.TokenEndpointAuthMethod';
const defaultAuthMethod = 'client_secret_basic';

const valuesOfUnfinished = ({ settings }: Wanted): Wanted['settings'] =>
  valueAt(settings, authMethod) === defaultAuthMethod ? withValue({}, authMethod, defaultAuthMethod) : {};

/** Settings that every sign-in needs and that are missing, with labels such as `Assertion consumer service URL`. */
export function missingSettings(
  state: Pick<ApplicationState, 'templateId' | 'settings'>,
  protocol: Protocol = protocolOf({ TemplateName: state.templateId, ...state.settings }),
): readonly { readonly path: string; readonly label: string }[] {
  return signOnFields
    .filter(({ isRequired, protocols }) => isRequired === true && isFor(protocols, protocol))
    .filter((field) => pathsOf(field).every((path) => isEmptyValue(valueAt(state.settings, path))))
    .map(({ path, label, type }) => ({
      path,
      label: type === 'urls' ? `One of the ${lowerFirst(label)}` : label,
    }));
}

const isFor = (protocols: SignOnField['protocols'], protocol: Protocol): boolean =>
  protocols === 'all' || protocols.includes(protocol);

/** `URL` and `ID` stay as they are. */
const lowerFirst = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

function problemsOfTexts({ name, icon, script }: Wanted): Record<string, string> {
  const problems: Record<string, string> = {};
  if (name.trim() === '') problems['name'] = 'Enter a name.';
  else if (name.trim().length > maxNameLength)
    problems['name'] =
      `The name has ${formatNumber(name.trim().length)} characters; the maximum is ${maxNameLength}.`;
  if (icon.length > maxIconLength) problems['icon'] = 'The icon is too large. Choose a smaller image.';
  if ((script ?? '').length > maxScriptLength)
    problems['script'] = 'The script is too long: the maximum is a million characters.';
  return problems;
}

/** An icon is a path on the tenant, or the image itself as a `data:` URL. */
const maxIconLength = 2_000_000;

function problemOfValue({ type, path, options }: SignOnField, value: unknown): string | undefined {
  switch (type) {
    case 'url':
      return typeof value === 'string' ? problemOfUrl(value.trim()) : 'Enter a valid URL.';
    case 'urls':
      return first(textsIn(value).map(problemOfRedirect)) ?? problemOfDuplicates(textsIn(value), 'URL');
    case 'texts':
      return path.endsWith('.Scopes') ? first(textsIn(value).map(problemOfScope)) : undefined;
    case 'lifetime':
      return typeof value === 'string' ? problemOfLifetime(value.trim()) : undefined;
    case 'number':
      return Number.isFinite(Number(value)) ? undefined : 'Enter a number.';
    case 'secret':
      return typeof value === 'string' ? problemOfSecret(value) : undefined;
    case 'attributes':
      return problemOfAttributes(value);
    case 'keys':
      return problemOfKeySet(value);
    case 'scopes':
      return problemOfKnownScopes(value);
    case 'choice':
      return options === undefined || typeof value === 'string' ? undefined : 'Choose a listed option.';
    case 'text':
      return typeof value === 'string' && value.length > maxTextLength ? 'This text is too long.' : undefined;
    case 'flag':
      return undefined;
  }
}

function problemOfSecret(value: string): string | undefined {
  // Only the mark: the tenant has a secret that it doesn't return, and keeps it.
  if (value === hiddenMark) return undefined;
  if (isBrokenPlaceholder(value)) return 'The hidden secret was partly changed. Enter the full secret.';
  return /^[*.·∙●]{3,}$/u.test(value) ? 'These are only mask characters. Enter the secret.' : undefined;
}

const maxTextLength = 10_000;

const first = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined);

function problemOfUrl(text: string): string | undefined {
  const url = URL.parse(text);
  const scheme = url?.protocol;
  // A tenant takes it literally: nothing is ever sent to such a host.
  if (url?.hostname.includes('*') === true)
    return `“${shortened(text)}” has a wildcard (*). Enter the full URL.`;
  if (scheme === 'https:' || scheme === 'http:') return undefined;
  return scheme === undefined
    ? 'Enter a valid https:// URL.'
    : `“${shortened(text)}” must start with https:// or http://.`;
}

/** Schemes that run code in the browser or read its disk instead of opening a site. */
const unsafeSchemes = new Set([
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
  if (url === null) return `${quoted} is not a URI. Example: https://app.example/callback`;
  if (/[\s<>"{}|\\^`]/.test(text)) return `${quoted} has characters that aren’t allowed in a URI.`;
  if (unsafeSchemes.has(url.protocol)) return `${quoted} is not a valid redirect URI.`;
  if (text.includes('#')) return `${quoted} has a fragment (#). Redirect URIs can’t have one.`;
  if (text.includes('*')) return `${quoted} has a wildcard (*). List each full URL instead.`;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  // `localhost:3000/callback` parses as a scheme, but is meant as a host.
  if (!isWeb && /^[^/]+:\d/.test(text)) return `${quoted} has no scheme. Add http:// or https://.`;
  return undefined;
}

function problemOfDuplicates(values: readonly string[], noun: string): string | undefined {
  const duplicate = values.find((value, index) => values.indexOf(value) !== index);
  return duplicate === undefined ? undefined : `Duplicate ${noun}: “${shortened(duplicate)}”.`;
}

function problemOfScope(scope: string): string | undefined {
  return isScopeName(scope)
    ? undefined
    : `“${shortened(scope)}” is not a valid scope. Use ASCII without spaces or quotes.`;
}

/** `[d.]hh:mm:ss`, the platform's format of lifetimes: `5:00:00`, `365.00:00:00`. */
function problemOfLifetime(text: string): string | undefined {
  const match = /^(?:(\d{1,8})\.)?(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text);
  if (match === null)
    return `“${shortened(text)}” is not a lifetime. Use d.hh:mm:ss, for example 5:00:00 or 365.00:00:00.`;
  const [, , hours = '0'] = match;
  if (Number(hours) > 23) return 'Use 1.00:00:00 for one day.';
  return /[1-9]/.test(text) ? undefined : 'Lifetime must be greater than zero.';
}

function problemOfAttributes(value: unknown): string | undefined {
  const attributes = attributesIn(value);
  if (attributes === undefined) return 'The attributes have an unknown format.';
  const names = attributes.map(({ name }) => name.trim());
  if (names.includes('')) return 'An attribute has no name.';
  const withoutValue = attributes.find(({ value: expression }) => expression.trim() === '');
  if (withoutValue !== undefined) return `The attribute “${shortened(withoutValue.name)}” has no value.`;
  return problemOfDuplicates(names, 'attribute');
}
