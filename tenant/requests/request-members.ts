import { OperationFailure } from './envelope.ts';

/** The members of a management request: body and query string merged, with case-insensitive names. */
export interface RequestMembers {
  /** The value as sent, or undefined if the member is absent. */
  raw(name: string): unknown;
  /** Undefined if absent or null. Throws `InvalidParameter` for anything but a string. */
  text(name: string): string | undefined;
  /** Like `text`, but throws `MissingParameter` if absent or empty. */
  requiredText(name: string): string;
  /** Accepts booleans and their string forms in any case. Throws `InvalidParameter` otherwise. */
  flag(name: string): boolean | undefined;
  /** Undefined if absent. Throws `InvalidParameter` for anything but an object. */
  object(name: string): Readonly<Record<string, unknown>> | undefined;
  /** One string or an array of strings, as an array; undefined if absent. */
  texts(name: string): readonly string[] | undefined;
  /**
   * Like `texts`, but rejects a single string: where a whole list is replaced, it could be a list sent as
   * text.
   */
  textList(name: string): readonly string[] | undefined;
  isEmpty(): boolean;
  /** All members with their original spelling. */
  all(): Readonly<Record<string, unknown>>;
}

/** Members of the body take precedence over those of the query string (compatibility: "request forms"). */
export function readMembers(query: unknown, body: unknown): RequestMembers {
  if (body !== undefined && body !== null && !isRecord(body)) {
    throw notAnObject();
  }
  const members: Record<string, unknown> = {
    ...(isRecord(query) ? query : {}),
    ...(isRecord(body) ? body : {}),
  };
  const spellings = new Map(Object.keys(members).map((key) => [key.toLowerCase(), key]));
  const raw = (name: string): unknown => {
    if (Object.hasOwn(members, name)) return members[name];
    const spelling = spellings.get(name.toLowerCase());
    return spelling === undefined ? undefined : members[spelling];
  };
  const text = (name: string): string | undefined => {
    const value = raw(name);
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string')
      throw new OperationFailure('InvalidParameter', `${name} must be a string.`);
    return value;
  };
  return {
    raw,
    text,
    requiredText(name) {
      const value = text(name);
      if (value === undefined || value.trim() === '')
        throw new OperationFailure('MissingParameter', `${name} is required.`);
      return value;
    },
    flag: (name) => readFlag(name, raw(name)),
    object(name) {
      const value = raw(name);
      if (value === undefined || value === null) return undefined;
      if (!isRecord(value)) throw new OperationFailure('InvalidParameter', `${name} must be an object.`);
      return value;
    },
    texts(name) {
      const value = raw(name);
      return typeof value === 'string' ? [value] : readTexts(name, value, 'a string or an array of strings');
    },
    textList: (name) => readTexts(name, raw(name), 'an array of strings'),
    isEmpty: () => spellings.size === 0,
    all: () => members,
  };
}

export const notAnObject = (): OperationFailure =>
  new OperationFailure('InvalidRequest', 'The request body must be a JSON object.');

/** Whether the value is a plain JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readTexts(name: string, value: unknown, wanted: string): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new OperationFailure('InvalidParameter', `${name} must be ${wanted}.`);
}

/**
 * Undefined if absent or null. Accepts booleans and their string forms in any case. Throws `InvalidParameter`
 * otherwise.
 */
export function readFlag(name: string, value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^true$/i.test(value)) return true;
  if (typeof value === 'string' && /^false$/i.test(value)) return false;
  throw new OperationFailure('InvalidParameter', `${name} must be true or false.`);
}

/**
 * A member of any type as text for a message or a comparison: `String` throws for an object whose `toString`
 * isn't a function.
 */
export function asText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Shortens user input for use in a message. */
export const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
