import { z } from 'zod';

/** A name-value pair such as a header. A secret's value is a placeholder, never the secret. */
const pairSchema = z.strictObject({ name: z.string(), value: z.string(), isSecret: z.boolean() });

export type Pair = z.infer<typeof pairSchema>;

const textLanguages = ['javascript', 'freemarker', 'json', 'text'] as const;

/** Both sides edited the same part. Values have the shape of the part. */
function conflictOf<Value extends z.ZodType>(value: Value) {
  return z
    .strictObject({
      /** The version the user started from. */
      base: value,
      theirs: value,
      mine: value,
      /** Both edits merged; text has conflict markers if `isClean` is false. */
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
    /** Compared semantically: trailing whitespace or a different order may not count as a change. */
    isChanged: z.boolean(),
    /** The tenant's value; null if the item doesn't exist. */
    before: value.nullable(),
    /** The new value; null if the item is deleted. */
    after: value.nullable(),
    conflict: conflictOf(value),
  };
}

/** One part of an item before and after a change, in a form that every review, history and report can show. */
export const changePartSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...partOf('field', z.string()),
    /** The value is an application icon: drawn if possible, never shown as text. */
    shownAs: z.literal('icon').optional(),
  }),
  z.strictObject({ ...partOf('text', z.string()), language: z.enum(textLanguages) }),
  z.strictObject(partOf('set', z.array(z.string()))),
  z.strictObject(partOf('pairs', z.array(pairSchema))),
  z.strictObject({ ...partOf('table', z.array(z.array(z.string()))), columns: z.array(z.string()) }),
]);

export type ChangePart = z.infer<typeof changePartSchema>;
export type TextLanguage = (typeof textLanguages)[number];
