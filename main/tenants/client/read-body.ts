import type { z } from 'zod';
import type { HttpAnswer } from '../../platform/http/transport.ts';
import type { ReadCall } from './read-json.ts';
import { readJson, schemaMismatch } from './read-json.ts';

/** Reads an analytics answer: JSON of the schema's shape, or nothing where the schema allows that. */
export function readBody<Response extends z.ZodType>(
  answer: HttpAnswer,
  schema: Response,
  call: ReadCall,
): z.output<Response> {
  const value = answer.body.byteLength === 0 ? undefined : readJson(answer, call);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // A success that says more than it had to is still the success that was asked for.
  const nothing = schema.safeParse(undefined);
  if (nothing.success) return nothing.data;
  throw schemaMismatch(parsed.error, '', call);
}
