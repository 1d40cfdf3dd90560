import type { JsonValue } from './application-settings.ts';
import { formatExact } from '../../languages/json/format-exact.ts';

/** An attribute of an assertion: its name and the expression of its value. */
export interface AssertionAttribute {
  readonly name: string;
  readonly value: string;
}

/** The items of a list; tenants also send it as one string, separated by spaces or commas. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((text) => text !== '');
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Response types contain spaces, so a string is split at commas only. */
export function responseTypesIn(value: unknown): readonly string[] {
  const types = typeof value === 'string' ? value.split(',').map((type) => type.trim()) : textsIn(value);
  return types.filter((type) => type !== '');
}

/**
 * A list in the member's current form: one string if it was a string. Items with a space, such as the response type
 * `code id_token`, always need a list.
 */
export function listAs(before: unknown, texts: readonly string[]): JsonValue {
  const isText = typeof before === 'string' && before !== '' && !texts.some((text) => /[\s,]/.test(text));
  return isText ? texts.join(',') : [...texts];
}

/** The attributes of `[{ Name, Value }]` or `{ Attributes: [{ Name, Value }] }`; undefined for any other shape. */
export function attributesIn(value: unknown): readonly AssertionAttribute[] | undefined {
  if (value == null) return [];
  const list: unknown = Array.isArray(value) ? value : isObject(value) ? value['Attributes'] : undefined;
  if (list == null && isObject(value) && Object.keys(value).length === 0) return [];
  if (!Array.isArray(list)) return undefined;
  const attributes = list.map((item: unknown) =>
    isObject(item) ? { name: textOf(item['Name']), value: textOf(item['Value']) } : undefined,
  );
  return attributes.every((attribute) => attribute !== undefined) ? attributes : undefined;
}

/** Attributes in the member's current shape; other members of each entry, which aren't shown, are preserved. */
export function attributesAs(before: unknown, attributes: readonly AssertionAttribute[]): JsonValue {
  const isWrapped = isObject(before) && !Array.isArray(before);
  const list: unknown = isWrapped ? before['Attributes'] : before;
  const known = new Map(
    (Array.isArray(list) ? list : []).flatMap((item: unknown) =>
      isObject(item) ? [[textOf(item['Name']), item as Record<string, JsonValue>] as const] : [],
    ),
  );
  const written = attributes.map(({ name, value }) => ({ ...known.get(name), Name: name, Value: value }));
  return isWrapped ? { ...(before as Record<string, JsonValue>), Attributes: written } : written;
}

/** A boolean, also as the strings that some tenants send; undefined for anything else. */
export function flagIn(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** A boolean in the member's current form: a string if it was a string. */
export function flagAs(before: unknown, isSet: boolean): JsonValue {
  if (typeof before !== 'string' || flagIn(before) === undefined) return isSet;
  const text = String(isSet);
  return /^[A-Z]/.test(before) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : formatExact(value);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
