import { hiddenMark } from '../../../contract/values/placeholder.ts';
import { failure } from '../../platform/errors/failure.ts';

/** A reference with the dollar signs before it: one more of them escapes it. */
const reference = /(\$*)\$\{(env|keychain):([^{}\s]+)\}/g;
const mark = new RegExp(`${hiddenMark}(?:[0-9a-f]{8})?`, 'g');

/** What looks like a reference and is text, written so that it stays text. */
export const escaped = (text: string): string =>
  // Most texts have none, and a tenant has hundreds of thousands of them.
  text.includes('${') ? text.replaceAll(reference, (found) => `$${found}`) : text;

export interface Reference {
  readonly source: 'env' | 'keychain';
  readonly name: string;
}

/** The references of a text, and what is between them. */
export function parseReferences(text: string): (string | Reference)[] {
  const parts: (string | Reference)[] = [];
  let end = 0;
  for (const found of text.matchAll(reference)) {
    const [whole, dollars = '', source, name = ''] = found;
    if (dollars !== '') continue;
    parts.push(text.slice(end, found.index), { source: source === 'keychain' ? source : 'env', name });
    end = found.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

export const hasReference = (text: string): boolean => parseReferences(text).length > 1;

/** `Slack: risky sign-ins` gives `SLACK_RISKY_SIGN_INS`. */
const variableName = (parts: readonly string[]): string =>
  parts
    .map((part) =>
      part
        .replaceAll(/[^A-Za-z0-9]+/g, '_')
        .replaceAll(/^_+|_+$/g, '')
        .toUpperCase(),
    )
    .filter((part) => part !== '')
    .join('_');

/** Replaces the placeholders of one item by references; each place has a separate name. */
export function createExternalizer(path: string) {
  const marks = new Map<string, string>();
  return {
    marks,
    text(text: string, place: readonly string[]): string {
      const plain = escaped(text);
      if (!plain.includes(hiddenMark)) return plain;
      return plain.replaceAll(mark, (placeholder) => {
        const stem = variableName([path.replace(/^(\w+?)s\//, '$1/'), ...place]);
        let name = stem;
        for (let number = 2; marks.has(name); number++) name = `${stem}_${number}`;
        marks.set(name, placeholder);
        return `\${env:${name}}`;
      });
    },
  };
}

export interface Resolving {
  /** Undefined where nothing has a value of this name. */
  readonly valueOf: (source: 'env' | 'keychain', name: string) => string | undefined;
  /** Of what the tenant has: a secret without a value here stays as it is. */
  readonly marks: ReadonlyMap<string, string>;
  /** Collects what has no value. */
  readonly missing: (reference: string) => void;
}

/** A text of a file with values in the place of references. */
export function resolved(text: string, { valueOf, marks, missing }: Resolving): string {
  if (!text.includes('${')) return text;
  return text.replaceAll(reference, (found, dollars: string, source: 'env' | 'keychain', name: string) => {
    if (dollars !== '') return found.slice(1);
    const value = valueOf(source, name) ?? marks.get(name);
    if (value === undefined) missing(found);
    return value ?? '';
  });
}

/** Every text within a JSON value. */
export function mapTexts<Value>(
  value: Value,
  map: (text: string, place: readonly string[]) => string,
  place: readonly string[] = [],
): Value {
  if (typeof value === 'string') return map(value, place) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, map, place)) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapTexts<unknown>(each, map, [...place, name])]),
  ) as Value;
}

/** Throws `invalid-input` with every reference that has no value. */
export function rejectMissing(missing: ReadonlyMap<string, string>): void {
  if (missing.size === 0) return;
  const lines = [...missing].map(([name, where]) => `${name} in ${where}`);
  throw failure(
    'invalid-input',
    `These references have no value: ${lines.join(', ')}. Nothing was sent. Set these variables, or values in tdesk.json. $\${…} is plain text.`,
  );
}

/** A placeholder that was copied into a file stands for nothing there, and must never be sent. */
export function rejectMarks(text: string, where: string): void {
  if (!text.includes(hiddenMark)) return;
  throw failure(
    'invalid-input',
    `${where} contains ${hiddenMark}, which stands for a hidden secret. Nothing was sent. Write a reference such as \${env:NAME} in its place.`,
  );
}
