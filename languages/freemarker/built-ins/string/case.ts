import type { Environment } from '../../runtime/environment.ts';
import { firstNonWhitespace } from '../../values/java-whitespace.ts';
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

/** The language, if it is one whose letters change case in ways of their own (i and ı in Turkish). */
function caseLanguage(env: Environment): string | undefined {
  const { locale } = env.settings;
  return /^(?:tr|az|lt)(?:_|$)/.exec(locale)?.[0].slice(0, 2);
}

export function upperCase(text: string, env: Environment): string {
  const language = caseLanguage(env);
  return language === undefined ? text.toUpperCase() : text.toLocaleUpperCase(language);
}

export function lowerCase(text: string, env: Environment): string {
  const language = caseLanguage(env);
  return language === undefined ? text.toLowerCase() : text.toLocaleLowerCase(language);
}

/** Java changes single characters: one that would become two (ß) stays. */
function changeFirst(text: string, change: (c: string) => string): string {
  const at = firstNonWhitespace(text);
  if (at === text.length) return text;
  const changed = change(text.charAt(at));
  return changed.length === 1 ? text.slice(0, at) + changed + text.slice(at + 1) : text;
}

/** Words are separated by blanks; the rest of each becomes lower case. */
function capitalize(text: string): string {
  return text.replace(/[^ \t\r\n]+/g, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase());
}
