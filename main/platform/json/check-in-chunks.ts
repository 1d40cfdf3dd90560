import { z } from 'zod';
import { checkJson } from './check-json.ts';
import { weigh } from './json-pieces.ts';
import { shapeText } from './shape-text.ts';
import type { Yielder } from '../timing/yielder.ts';

export type CheckedValue<Value> =
  | { readonly ok: true; readonly value: Value }
  /** The places that differ, and how: the first ones of them, at least one. */
  | { readonly ok: false; readonly problems: readonly [ShapeProblem, ...ShapeProblem[]] };

export interface ShapeProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** More tell a person nothing new. */
const maxProblems = 20;

/** Of a value that is checked in one go, as `weigh` counts. */
const small = 2000;

/**
 * What `schema.safeParse` answers for a value of JSON, but for the first issues only, and without stopping this thread:
 * large lists and objects are checked member by member, and everybody else gets a turn in between.
 */
export async function checkInChunks<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  turns: Yielder,
): Promise<CheckedValue<z.output<Schema>>> {
  // The steps below give what the schema would have given.
  return (await check(schema, value, turns)) as CheckedValue<z.output<Schema>>;
}

async function check(
  schema: z.core.$ZodType,
  value: unknown,
  turns: Yielder,
): Promise<CheckedValue<unknown>> {
  if (turns.isOver()) await turns.rest();
  const known = withoutWrapping(schema);
  if (weigh(value, small) > small) {
    if (known instanceof z.ZodArray && Array.isArray(value)) return await checkList(known, value, turns);
    if (known instanceof z.ZodObject && isObject(value)) return await checkObject(known, value, turns);
    if (known instanceof z.ZodDiscriminatedUnion && isObject(value)) {
      const option = optionOf(known, value);
      if (option !== undefined) return await check(option, value, turns);
    }
  }
  return checkAtOnce(schema, value);
}

function checkAtOnce(schema: z.core.$ZodType, value: unknown): CheckedValue<unknown> {
  const parsed = checkJson(schema, value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const { issues } = parsed.error;
  return refused(issues.map((issue) => ({ path: issue.path, message: shapeText(issue) })));
}

function refused([first, ...others]: readonly ShapeProblem[]): CheckedValue<unknown> {
  const problems = others.slice(0, maxProblems - 1);
  return { ok: false, problems: [first ?? { path: [], message: 'unknown' }, ...problems] };
}

/** As seen from what holds it. */
function inside(key: PropertyKey, problems: readonly ShapeProblem[]): readonly ShapeProblem[] {
  return problems.map(({ path, message }) => ({ path: [key, ...path], message }));
}

/** The list's own rules come first: one that is too long is not looked through. */
async function checkList(
  schema: z.ZodArray,
  list: readonly unknown[],
  turns: Yielder,
): Promise<CheckedValue<unknown>> {
  const own = checkAtOnce(schema.clone({ ...schema.def, element: z.unknown() }), list);
  if (!own.ok) return own;
  const { element }: { readonly element: z.core.$ZodType } = schema.def;
  const values: unknown[] = [];
  const problems: ShapeProblem[] = [];
  for (const [index, member] of list.entries()) {
    const checked = await check(element, member, turns);
    if (checked.ok) values.push(checked.value);
    else problems.push(...inside(index, checked.problems));
    if (problems.length >= maxProblems) break;
  }
  return problems.length === 0 ? { ok: true, value: values } : refused(problems);
}

/** Each large member by itself; then the object, with these as they are now. */
async function checkObject(
  schema: z.ZodObject,
  object: Readonly<Record<string, unknown>>,
  turns: Yielder,
): Promise<CheckedValue<unknown>> {
  const members: Readonly<Record<string, z.core.$ZodType>> = schema.def.shape;
  const shape: Record<string, z.core.SomeType> = { ...members };
  const present = { ...object };
  const problems: ShapeProblem[] = [];
  for (const [name, member] of Object.entries(members)) {
    if (!Object.hasOwn(object, name) || weigh(object[name], small) <= small) continue;
    const checked = await check(member, object[name], turns);
    shape[name] = z.unknown();
    if (checked.ok) present[name] = checked.value;
    else problems.push(...inside(name, checked.problems));
  }
  const rest = checkAtOnce(schema.clone({ ...schema.def, shape }), present);
  if (problems.length === 0) return rest;
  return refused(rest.ok ? problems : [...problems, ...rest.problems]);
}

/** The one schema of a union that a value can have; undefined for none, or where the union has rules of its own. */
function optionOf(
  { def: { discriminator, options, checks } }: z.ZodDiscriminatedUnion,
  value: Readonly<Record<string, unknown>>,
): z.core.$ZodType | undefined {
  if (checks !== undefined && checks.length > 0) return undefined;
  const tag = value[discriminator];
  return options.find(({ _zod }) =>
    [...(_zod.propValues?.[discriminator] ?? [])].some((each) => each === tag),
  );
}

/** What an optional or nullable schema holds: a large value is neither absent nor null. */
function withoutWrapping(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return withoutWrapping(schema.def.innerType);
  return schema;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
