import type { LibraryArgument } from './library-argument.ts';
import { instantOf, ownTimeZone } from '../values/zoned-time.ts';

/** Entered text by argument name. */
export type Entered = Readonly<Record<string, string>>;

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JobArguments = Record<string, Json>;

/** Why an argument can't be sent. */
export interface ArgumentProblem {
  readonly name: string;
  /** A full sentence that says what to do. */
  readonly message: string;
}

type ArgumentValues =
  | {
      readonly ok: true;
      /** Without empty arguments. */
      readonly values: readonly (readonly [name: string, value: Json])[];
    }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

type WithArguments = { readonly parameters: readonly LibraryArgument[] };

/** Key of the entered time zone; not a valid argument name. */
export const zoneEntry = 'time zone';

/** The time zone of entered times. */
export function enteredZone(entered: Entered): string {
  const zone = entered[zoneEntry] ?? '';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return ownTimeZone();
  }
}

/** The text of a field: what was entered, or the default. */
export const enteredIn = ({ name, initial = '' }: LibraryArgument, entered: Entered): string =>
  entered[name] ?? initial;

/** The arguments to show, given what was entered for others. */
export function declaredArguments(
  { parameters }: WithArguments,
  entered: Entered,
): readonly LibraryArgument[] {
  return parameters.filter(({ onlyWith }) => {
    const other = onlyWith && parameters.find(({ name }) => name === onlyWith.name);
    return other === undefined || enteredIn(other, entered) === onlyWith?.value;
  });
}

/** The shown arguments that are sent. */
export const sentArguments = (entry: WithArguments, entered: Entered): readonly LibraryArgument[] =>
  declaredArguments(entry, entered).filter(({ isHelper }) => isHelper !== true);

/** Parses all entered values and reports a problem for each that can't be sent. Times become HTTP dates: platform specification, "Query and job endpoints". */
export function readArguments(entry: WithArguments, entered: Entered): ArgumentValues {
  const zone = enteredZone(entered);
  const values: [string, Json][] = [];
  const problems: ArgumentProblem[] = [];
  const times = new Map<string, { readonly label: string; readonly at: number }>();
  for (const argument of sentArguments(entry, entered)) {
    const { name, label, isRequired, after } = argument;
    const typed = enteredIn(argument, entered).trim();
    if (typed === '') {
      if (isRequired) problems.push({ name, message: `Enter a value for “${label}”.` });
      continue;
    }
    const read = valueOf(argument, typed, zone);
    if (!read.ok) {
      problems.push({ name, message: read.message });
      continue;
    }
    values.push([name, read.value]);
    if (read.at === undefined) continue;
    times.set(name, { label, at: read.at });
    const earlier = after === undefined ? undefined : times.get(after);
    if (earlier !== undefined && read.at <= earlier.at) {
      const message = `Choose a time after “${earlier.label}”.`;
      problems.push({ name, message });
    }
  }
  return problems.length === 0 ? { ok: true, values } : { ok: false, problems };
}

type ReadValue =
  | { readonly ok: true; readonly value: Json; readonly at?: number }
  | { readonly ok: false; readonly message: string };

function valueOf({ type }: LibraryArgument, typed: string, zone: string): ReadValue {
  if (!typed.isWellFormed()) {
    return { ok: false, message: 'The value has an invalid character (lone surrogate).' };
  }
  switch (type) {
    case 'text':
    case 'long-text':
      return { ok: true, value: typed };
    case 'number':
      return numberOf(typed);
    case 'boolean':
      if (typed === 'true' || typed === 'false') return { ok: true, value: typed === 'true' };
      return { ok: false, message: 'Choose yes or no.' };
    case 'date':
      if (instantOf('UTC', `${typed}T00:00`).ok) return { ok: true, value: typed };
      return { ok: false, message: 'Enter a date, for example 2026-01-31.' };
    case 'moment': {
      const instant = instantOf(zone, typed);
      return instant.ok ? { ok: true, value: new Date(instant.at).toUTCString(), at: instant.at } : instant;
    }
    case 'list':
      return { ok: true, value: linesOf(typed) };
  }
}

function numberOf(typed: string): ReadValue {
  const value = Number(typed);
  if (!/^[+-]?\d+(\.\d+)?$/.test(typed) || !Number.isFinite(value))
    return { ok: false, message: 'Enter a number, for example 10 or 0.5.' };
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return { ok: false, message: 'The number is too large to send exactly.' };
  return { ok: true, value };
}

/** Drops empty lines and surrounding spaces. */
const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** As an object; names with a dot become nested objects. */
export function argumentObject(values: readonly (readonly [name: string, value: Json])[]): JobArguments {
  const sent: JobArguments = {};
  for (const [name, value] of values) put(sent, name.split('.'), value);
  return sent;
}

/** The arguments of a job; empty ones are null. */
export function jobArguments(
  job: WithArguments,
  entered: Entered,
  values: readonly (readonly [name: string, value: Json])[],
): JobArguments {
  const given = new Map(values);
  return argumentObject(
    sentArguments(job, entered).map(({ name }) => [name, given.get(name) ?? null] as const),
  );
}

function put(into: JobArguments, [head = '', ...rest]: readonly string[], value: Json): void {
  const inner = Object.hasOwn(into, head) ? into[head] : undefined;
  const object = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  if (rest.length > 0) put(object, rest, value);
  Object.defineProperty(into, head, {
    ...{ value: rest.length > 0 ? object : value, enumerable: true, configurable: true, writable: true },
  });
}
