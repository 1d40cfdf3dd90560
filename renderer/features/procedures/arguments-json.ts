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

/** What was entered, as a JSON object of what is sent; what cannot be sent stands in it as it was typed. */
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

/** Reads a JSON object back into what stands in the fields; what it does not name is blank. */
export function readArgumentsJson(entry: Entry, entered: Entered, text: string): ReadJson {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch (error) {
    return {
      ok: false,
      message: `This is no JSON: ${error instanceof Error ? error.message : String(error)}.`,
    };
  }
  if (!isObject(value)) return { ok: false, message: 'Arguments are an object: {"id": "…"}.' };
  const found = new Map<string, unknown>();
  const sendable = entry.parameters.filter(({ isHelper }) => isHelper !== true);
  const names = new Set(sendable.map(({ name }) => name));
  collect(value, '', names, found);
  const unknown = [...found.keys()].find((name) => !names.has(name));
  if (unknown !== undefined) {
    return {
      ok: false,
      message: `“${unknown}” is no argument of it. Duplicate the entry to send more than the library knows of.`,
    };
  }
  const texts: Record<string, string> = {};
  for (const argument of sendable) {
    const given = found.get(argument.name);
    const typed = given == null ? '' : typedOf(argument, given, enteredZone(entered));
    if (typed === undefined) {
      return { ok: false, message: `“${argument.name}” cannot be entered as ${JSON.stringify(given)}.` };
    }
    texts[argument.name] = typed;
  }
  return { ok: true, entered: texts };
}

/** Members of objects by their paths, as far as no argument has the object. */
function collect(value: object, under: string, names: ReadonlySet<string>, into: Map<string, unknown>): void {
  for (const [name, member] of Object.entries(value)) {
    const path = `${under}${name}`;
    if (isObject(member) && !names.has(path)) collect(member, `${path}.`, names, into);
    else into.set(path, member);
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What somebody types for a value; undefined for one that its field does not take. */
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
