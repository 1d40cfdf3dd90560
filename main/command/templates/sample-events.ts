import { z } from 'zod';
import { columnValueSchema } from '../../../contract/webhooks/samples.ts';
import { parseExact } from '../../../languages/json/parse-exact.ts';
import type { Columns } from '../../../languages/payload/payload-variables.ts';
import { failure } from '../../platform/errors/failure.ts';
import { jsonOf, readTextFile } from '../read-file.ts';

export interface NamedEvent {
  readonly name: string;
  readonly columns: Columns;
}

const columnsSchema = z.record(z.string(), columnValueSchema);
const namedSchema = z.strictObject({ name: z.string().min(1), columns: columnsSchema });
const eventsSchema = z.union([namedSchema, columnsSchema]);

/** The events of a JSON file: one or a list, each its columns, or `name` and `columns`. Throws `file-wrong-shape`. */
export async function readEvents(file: string): Promise<readonly NamedEvent[]> {
  const value = jsonOf(file, await readTextFile(file), parseExact);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((each, index) => {
    const parsed = eventsSchema.safeParse(each);
    if (!parsed.success) {
      throw failure(
        'file-wrong-shape',
        `${file}: event ${index + 1} is not an object with a value for each column.`,
        { detail: z.prettifyError(parsed.error) },
      );
    }
    const named = namedSchema.safeParse(each);
    if (named.success) return named.data;
    return { name: list.length === 1 ? file : `${file} ${index + 1}`, columns: columnsSchema.parse(each) };
  });
}
