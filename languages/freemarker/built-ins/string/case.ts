import type { Environment } from '../../runtime/environment.ts';
import { onString } from '../built-in.ts';

/** Built-ins that change the case of letters. */
export const stringCase = {
  upper_case: onString((text, env) => upperCase(text, env)),
  lower_case: onString((text, env) => lowerCase(text, env)),
  c_upper_case: onString((text) => text.toUpperCase()),
  c_lower_case: onString((text) => text.toLowerCase()),
  cap_first: onString((text) => changeFirst(text, (c) => c.toUpperCase())),
  uncap_first: onString((text) => changeFirst(text, (c) => c.toLowerCase())),
  capitalize: onString(capitalize),
};

function localeTag(env: Environment): string {
  return env.settings.locale.split('_')[0] ?? '';
}

const SPECIAL_CASE_LOCALES = new Set(['tr', 'az', 'lt']);

export function upperCase(text: string, env: Environment): string {
  const tag = localeTag(env);
  return SPECIAL_CASE_LOCALES.has(tag) ? text.toLocaleUpperCase(tag) : text.toUpperCase();
}

export function lowerCase(text: string, env: Environment): string {
  const tag = localeTag(env);
  return SPECIAL_CASE_LOCALES.has(tag) ? text.toLocaleLowerCase(tag) : text.toLowerCase();
}

/** Java changes single characters: one that would become two (ß) stays. */
function changeFirst(text: string, change: (c: string) => string): string {
  const at = text.search(/[^\t-\r\x1c-\x20\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]/);
  if (at < 0) return text;
  const changed = change(text.charAt(at));
  return changed.length === 1 ? text.slice(0, at) + changed + text.slice(at + 1) : text;
}

/** Words are separated by blanks; the rest of each becomes lower case. */
function capitalize(text: string): string {
  return text.replace(/[^ \t\r\n]+/g, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase());
}
