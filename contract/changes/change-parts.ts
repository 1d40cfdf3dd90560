import { z } from 'zod';

/** A name with a value, such as a header. A secret's value is a placeholder, never the secret. */
const pairSchema = z.strictObject({ name: z.string(), value: z.string(), isSecret: z.boolean() });

export type Pair = z.infer<typeof pairSchema>;

const textLanguages = ['javascript', 'freemarker', 'json', 'text'] as const;

/** Both sides edited the same part. Values are of the part's own shape. */
function conflictOf<Value extends z.ZodType>(value: Value) {
  return z
    .strictObject({
      /** What the person began with. */
      base: value,
      theirs: value,
      mine: value,
      /** Both edits together; of a text with conflict markers where `isClean` is false. */
      merged: value,
      isClean: z.boolean(),
    })
    .optional();
}

function partOf<Type extends string, Value extends z.ZodType>(type: Type, value: Value) {
  return {
    type: z.literal(type),
    /** Names the part within its kind, for example `requestBody`. */
    name: z.string(),
    label: z.string(),
    /** Compared by meaning: a trailing blank or another order may be no change. */
    isChanged: z.boolean(),
    /** What the tenant has; null where the thing does not exist. */
    before: value.nullable(),
    /** What it will have; null where the thing goes. */
    after: value.nullable(),
    conflict: conflictOf(value),
  };
}

/** One part of a thing before and after a change, in a shape that every review, history and report can show. */
export const changePartSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...partOf('field', z.string()),
    /** The value is the icon of an application: drawn where it can be, and never written out. */
    shownAs: z.literal('icon').optional(),
  }),
  z.strictObject({ ...partOf('text', z.string()), language: z.enum(textLanguages) }),
  z.strictObject(partOf('set', z.array(z.string()))),
  z.strictObject(partOf('pairs', z.array(pairSchema))),
  z.strictObject({ ...partOf('table', z.array(z.array(z.string()))), columns: z.array(z.string()) }),
]);

export type ChangePart = z.infer<typeof changePartSchema>;
export type TextLanguage = (typeof textLanguages)[number];
