import type { Environment } from '../../runtime/environment.ts';
import { firstNonWhitespace } from '../../values/java-whitespace.ts';
import { builtIn } from '../built-in.ts';
import { strings } from '../targets.ts';

/** Built-ins that change the case of letters. */
export const stringCase = [
  builtIn({
    name: 'upper_case',
    doc: 'In upper case.',
    example: { template: '${"ann"?upper_case}', output: 'ANN' },
    on: strings,
    gives: 'string',
    json: { inString: 'keeps' },
    isCommon: true,
    evaluate: upperCase,
  }),
  builtIn({
    name: 'lower_case',
    doc: 'In lower case.',
    example: { template: '${"ANN"?lower_case}', output: 'ann' },
    on: strings,
    gives: 'string',
    json: { inString: 'keeps' },
    isCommon: true,
    evaluate: lowerCase,
  }),
  builtIn({
    name: 'c_upper_case',
    doc: 'In upper case, independent of the locale.',
    example: { template: '<#setting locale="tr_TR">${"i"?c_upper_case}', output: 'I' },
    since: '2.3.33',
    on: strings,
    gives: 'string',
    json: { inString: 'keeps' },
    evaluate: (text) => text.toUpperCase(),
  }),
  builtIn({
    name: 'c_lower_case',
    doc: 'In lower case, independent of the locale.',
    example: { template: '<#setting locale="tr_TR">${"I"?c_lower_case}', output: 'i' },
    since: '2.3.33',
    on: strings,
    gives: 'string',
    json: { inString: 'keeps' },
    evaluate: (text) => text.toLowerCase(),
  }),
  builtIn({
    name: 'cap_first',
    doc: 'The first letter in upper case.',
    example: { template: '${"ann lee"?cap_first}', output: 'Ann lee' },
    on: strings,
    gives: 'string',
    json: { inString: 'keeps' },
    evaluate: capFirst,
  }),
  builtIn({
    name: 'uncap_first',
    doc: 'The first letter in lower case.',
    example: { template: '${"Ann Lee"?uncap_first}', output: 'ann Lee' },
    on: strings,
    gives: 'string',
    json: { inString: 'keeps' },
    evaluate: (text) => changeFirst(text, (c) => (c === 'İ' ? 'i' : c.toLowerCase())),
  }),
  builtIn({
    name: 'capitalize',
    doc: 'The first letter of every word in upper case, the rest in lower case.',
    example: { template: '${"ann LEE"?capitalize}', output: 'Ann Lee' },
    on: strings,
    gives: 'string',
    json: { inString: 'keeps' },
    evaluate: capitalize,
  }),
];

/** The language, if it is one whose letters change case in a special way (i and ı in Turkish). */
function caseLanguage(env: Environment): string | undefined {
  const { locale } = env.settings;
  if (locale !== lastLocale) {
    lastLocale = locale;
    lastLanguage = /^(?:tr|az|lt)(?:_|$)/.exec(locale)?.[0].slice(0, 2);
  }
  return lastLanguage;
}

let lastLocale = '';
let lastLanguage: string | undefined;

function upperCase(text: string, env: Environment): string {
  const language = caseLanguage(env);
  return language === undefined ? plainUpperCase(text) : text.toLocaleUpperCase(language);
}

/**
 * Upper case for all languages without special rules. Payloads print few different texts this way: severities, states. V8 converts
 * outside of compiled code, so caching the last text of each slot saves nine tenths of the time. Slots hold nothing longer
 * than `MAX_CACHED_LENGTH`: a longer text may be a slice of a megabyte, which the slot would retain.
 */
function plainUpperCase(text: string): string {
  const { length } = text;
  if (length === 0 || length > MAX_CACHED_LENGTH) return text.toUpperCase();
  const slot = (text.charCodeAt(0) + 7 * length) & (SLOTS - 1);
  if (CACHED[slot] === text) return UPPER_CASE[slot] ?? '';
  const upper = text.toUpperCase();
  CACHED[slot] = text;
  UPPER_CASE[slot] = upper;
  return upper;
}

/** Up to this length V8 copies what is cut out of a text. */
const MAX_CACHED_LENGTH = 12;
const SLOTS = 64;
const CACHED = new Array<string>(SLOTS).fill('');
const UPPER_CASE = new Array<string>(SLOTS).fill('');

function lowerCase(text: string, env: Environment): string {
  const language = caseLanguage(env);
  return language === undefined ? text.toLowerCase() : text.toLocaleLowerCase(language);
}

/** Most texts begin with a letter of ASCII; V8 has those in upper case at hand, and leaves compiled code for any other. */
function capFirst(text: string): string {
  const code = text.charCodeAt(0);
  if (code >= 97 && code <= 122) return String.fromCharCode(code - 32) + text.slice(1);
  return changeFirst(text, (c) => c.toUpperCase());
}

/** Java changes single characters: one that would become two (ß) stays. */
function changeFirst(text: string, change: (c: string) => string): string {
  const at = firstNonWhitespace(text);
  if (at === text.length) return text;
  const changed = change(text.charAt(at));
  return changed.length === 1 ? text.slice(0, at) + changed + text.slice(at + 1) : text;
}

/** Words are separated by whitespace; the rest of each becomes lower case. */
function capitalize(text: string): string {
  return (
    capitalizeAscii(text) ??
    text.replace(/[^ \t\r\n]+/g, (part) => part.slice(0, 1).toUpperCase() + part.slice(1).toLowerCase())
  );
}

/** Longer texts are left to the general way: putting a text together from many pieces takes memory. */
const MAX_PIECED = 4_096;

/** The same for a text of ASCII only, letter by letter; undefined for any other. */
function capitalizeAscii(text: string): string | undefined {
  const { length } = text;
  if (length > MAX_PIECED) return undefined;
  const lower = text.toLowerCase();
  let result = '';
  let copied = 0;
  let isInside = false;
  for (let at = 0; at < length; at++) {
    const code = lower.charCodeAt(at);
    if (code > 127) return undefined;
    const isBlank = code === 32 || code === 9 || code === 13 || code === 10;
    if (!isBlank && !isInside && code >= 97 && code <= 122) {
      result += lower.slice(copied, at) + String.fromCharCode(code - 32);
      copied = at + 1;
    }
    isInside = !isBlank;
  }
  return result + lower.slice(copied);
}
