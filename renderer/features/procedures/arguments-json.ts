import type { LibraryArgument } from '../../../contract/procedures/library-argument.ts';
import type { Entered, Json } from '../../../contract/procedures/library-values.ts';
import {
  argumentObject,
  sentArguments,
  enteredIn,
  enteredZone,
  readArguments,
} from '../../../contract/procedures/library-values.ts';
import { wallTime } from '../../../contract/values/zoned-time.ts';

type Entry = { readonly parameters: readonly LibraryArgument[] };

/** The entered values as a JSON object, as sent; invalid values appear as typed. */
export function argumentsJson(entry: Entry, entered: Entered): string {
  const values = sentArguments(entry, entered).flatMap((argument): [string, Json][] => {
    const typed = enteredIn(argument, entered).trim();
    if (typed === '') return [];
    const { onlyWith: _onlyWith, after: _after, ...alone } = argument;
    const read = readArguments({ parameters: [alone] }, entered);
    const value = read.ok ? read.values[0]?.[1] : undefined;
    return [[argument.name, value ?? typed]];
  });
  return JSON.stringify(argumentObject(values), null, 2);
}

export type ReadJson =
  { readonly ok: true; readonly entered: Entered } | { readonly ok: false; readonly message: string };

/** Parses a JSON object into field values; arguments it doesn't contain become empty. */
export function readArgumentsJson(entry: Entry, entered: Entered, text: string): ReadJson {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch (error) {
    return {
      ok: false,
      message: `Invalid JSON: ${error instanceof Error ? error.message : String(error)}.`,
    };
  }
  if (!isObject(value)) return { ok: false, message: 'Enter arguments as an object: {"id": "…"}.' };
  const found = new Map<string, unknown>();
  const sendable = entry.parameters.filter(({ isHelper }) => isHelper !== true);
  const names = new Set(sendable.map(({ name }) => name));
  collect(value, '', names, found);
  const unknown = [...found.keys()].find((name) => !names.has(name));
  if (unknown !== undefined) {
    return {
      ok: false,
      message: `Unknown argument “${unknown}”. Duplicate the entry to add arguments.`,
    };
  }
  const texts: Record<string, string> = {};
  for (const argument of sendable) {
    const given = found.get(argument.name);
    const typed = given == null ? '' : typedOf(argument, given, enteredZone(entered));
    if (typed === undefined) {
      return { ok: false, message: `“${argument.name}” can’t have the value ${JSON.stringify(given)}.` };
    }
    texts[argument.name] = typed;
  }
  return { ok: true, entered: texts };
}

/** Members of objects by path, unless an argument takes the whole object. */
function collect(value: object, under: string, names: ReadonlySet<string>, into: Map<string, unknown>): void {
  for (const [name, member] of Object.entries(value)) {
    const path = `${under}${name}`;
    if (isObject(member) && !names.has(path)) collect(member, `${path}.`, names, into);
    else into.set(path, member);
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Field text for a value; undefined if the field doesn't accept it. */
function typedOf({ type }: LibraryArgument, value: unknown, zone: string): string | undefined {
  if (type === 'list' && Array.isArray(value)) {
    const isPlain = value.every((each) => typeof each === 'string' || typeof each === 'number');
    return isPlain ? value.join('\n') : undefined;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  const at = type === 'moment' && /[A-Za-z]{3}, .*GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? value : wallTime(zone, at).slice(0, 16);
}
