import { z } from 'zod';
import { checkJson } from './check-json.ts';
import { weigh } from './json-pieces.ts';
import { shapeText } from './shape-text.ts';
import type { Yielder } from '../timing/yielder.ts';

export type CheckedValue<Value> =
  | { readonly ok: true; readonly value: Value }
  /** The first problems, at least one. */
  | { readonly ok: false; readonly problems: readonly [ShapeProblem, ...ShapeProblem[]] };

export interface ShapeProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Maximum number of reported problems. */
const maxProblems = 20;

/** Maximum weight, as in `weigh`, of a value that is validated at once. */
const small = 2000;

/**
 * `schema.safeParse` for a JSON value without blocking this thread, reporting only the first issues: large lists and objects are
 * validated member by member, yielding to other work in between.
 */
export async function checkInChunks<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  yielder: Yielder,
): Promise<CheckedValue<z.output<Schema>>> {
  // The steps below produce the schema's output type.
  return (await check(schema, value, yielder)) as CheckedValue<z.output<Schema>>;
}

async function check(
  schema: z.core.$ZodType,
  value: unknown,
  yielder: Yielder,
): Promise<CheckedValue<unknown>> {
  if (yielder.isOver()) await yielder.rest();
  const known = withoutWrapping(schema);
  if (weigh(value, small) > small) {
    if (known instanceof z.ZodArray && Array.isArray(value)) return await checkList(known, value, yielder);
    if (known instanceof z.ZodObject && isObject(value)) return await checkObject(known, value, yielder);
    if (known instanceof z.ZodDiscriminatedUnion && isObject(value)) {
      const option = optionOf(known, value);
      if (option !== undefined) return await check(option, value, yielder);
    }
  }
  return checkAtOnce(schema, value);
}

function checkAtOnce(schema: z.core.$ZodType, value: unknown): CheckedValue<unknown> {
  const parsed = checkJson(schema, value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const { issues } = parsed.error;
  return rejected(issues.map((issue) => ({ path: issue.path, message: shapeText(issue) })));
}

function rejected([first, ...others]: readonly ShapeProblem[]): CheckedValue<unknown> {
  const problems = others.slice(0, maxProblems - 1);
  return { ok: false, problems: [first ?? { path: [], message: 'unknown' }, ...problems] };
}

/** Prefixes the paths with the key of the parent. */
function inside(key: PropertyKey, problems: readonly ShapeProblem[]): readonly ShapeProblem[] {
  return problems.map(({ path, message }) => ({ path: [key, ...path], message }));
}

/** The list's own checks come first: a list that is too long isn't validated further. */
async function checkList(
  schema: z.ZodArray,
  list: readonly unknown[],
  yielder: Yielder,
): Promise<CheckedValue<unknown>> {
  const own = checkAtOnce(schema.clone({ ...schema.def, element: z.unknown() }), list);
  if (!own.ok) return own;
  const { element }: { readonly element: z.core.$ZodType } = schema.def;
  const values: unknown[] = [];
  const problems: ShapeProblem[] = [];
  for (const [index, member] of list.entries()) {
    const checked = await check(element, member, yielder);
    if (checked.ok) values.push(checked.value);
    else problems.push(...inside(index, checked.problems));
    if (problems.length >= maxProblems) break;
  }
  return problems.length === 0 ? { ok: true, value: values } : rejected(problems);
}

/** Validates each large member separately, then the object with their results. */
async function checkObject(
  schema: z.ZodObject,
  object: Readonly<Record<string, unknown>>,
  yielder: Yielder,
): Promise<CheckedValue<unknown>> {
  const members: Readonly<Record<string, z.core.$ZodType>> = schema.def.shape;
  const shape: Record<string, z.core.SomeType> = { ...members };
  const present = { ...object };
  const problems: ShapeProblem[] = [];
  for (const [name, member] of Object.entries(members)) {
    if (!Object.hasOwn(object, name) || weigh(object[name], small) <= small) continue;
    const checked = await check(member, object[name], yielder);
    shape[name] = z.unknown();
    if (checked.ok) present[name] = checked.value;
    else problems.push(...inside(name, checked.problems));
  }
  const rest = checkAtOnce(schema.clone({ ...schema.def, shape }), present);
  if (problems.length === 0) return rest;
  return rejected(rest.ok ? problems : [...problems, ...rest.problems]);
}

/** The matching schema of a union; undefined if there is none, or the union has its own checks. */
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

/** Unwraps optional and nullable schemas: a large value is neither absent nor null. */
function withoutWrapping(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return withoutWrapping(schema.def.innerType);
  return schema;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
