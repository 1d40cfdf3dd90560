import fc from 'fast-check';
import { z } from 'zod';
import { edgeCaseNumber, edgeCaseText, edgeCaseValue } from './mutated-json.ts';

/**
 * Values that resemble what a schema accepts: of its types, with members of its names, and malicious where it allows that.
 * `known` are texts that mean something, such as the identifier of a tenant, by the name of the member that they are
 * usual for.
 */
export function argumentsOf(
  schema: z.core.$ZodType,
  known: Readonly<Record<string, readonly [string, ...string[]]>>,
  name = '',
): fc.Arbitrary<unknown> {
  const inner = (part: z.core.$ZodType, member = name): fc.Arbitrary<unknown> =>
    argumentsOf(part, known, member);
  const usual = known[name] ?? Object.values(known).flat();
  const text = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...usual) },
    { weight: 2, arbitrary: edgeCaseText },
  );
  if (schema instanceof z.ZodObject) return objectsOf(schema, inner);
  if (schema instanceof z.ZodArray) return fc.array(inner(schema.def.element), { maxLength: 4 });
  if (schema instanceof z.ZodUnion) {
    const options: readonly z.core.$ZodType[] = schema.def.options;
    return fc.oneof(...options.map((option) => inner(option)));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return fc.option(inner(schema.def.innerType), { nil: undefined, freq: 3 });
  }
  if (schema instanceof z.ZodNullable) return fc.option(inner(schema.def.innerType), { freq: 3 });
  if (schema instanceof z.ZodRecord) {
    return fc.dictionary(text, inner(schema.def.valueType), { maxKeys: 4 });
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom<unknown>(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return fc.oneof(fc.integer({ min: 0, max: 100 }), edgeCaseNumber);
  if (schema instanceof z.ZodNull) return fc.constant(null);
  if (schema instanceof z.ZodUndefined) return fc.constant(undefined);
  // Strings of every format, and values for schemas that accept anything.
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodLazy) return fc.oneof(edgeCaseValue, text);
  return text;
}

function objectsOf(
  schema: z.ZodObject,
  inner: (part: z.core.$ZodType, member: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.def.shape;
  return fc.record(
    Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, inner(part, name)])),
  );
}

/** Values that can cross the bridge of Electron and aren't JSON. */
export const clonedValue: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -0,
  10n,
  new Date(Number.NaN),
  new Map([['tenantId', 'a']]),
  new Uint8Array(16),
  /a+/,
  new Error('thrown'),
  circular(),
);

function circular(): unknown {
  const value: { self?: unknown; list: unknown[] } = { list: [] };
  value.self = value;
  value.list.push(value);
  return value;
}
