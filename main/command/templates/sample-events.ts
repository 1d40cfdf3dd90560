import { readSampleEvents } from '../../../contract/webhooks/sample-events.ts';
import { memberKey } from '../../../languages/json/member-names.ts';
import { parseExact } from '../../../languages/json/parse-exact.ts';
import type { Columns } from '../../../languages/payload/payload-variables.ts';
import { failure } from '../../platform/errors/failure.ts';
import { jsonOf, readTextFile } from '../read-file.ts';

export interface NamedEvent {
  readonly name: string;
  readonly columns: Columns;
}

/** The events of a JSON file, as the window imports them. Throws `file-wrong-shape`. */
export async function readEvents(file: string): Promise<readonly NamedEvent[]> {
  const read = readSampleEvents(file, jsonOf(file, await readTextFile(file), parseExact));
  if (!read.ok) throw failure('file-wrong-shape', read.message);
  return read.events.map(({ name, columns }, index) => ({
    name: name ?? (read.events.length === 1 ? file : `${file} ${index + 1}`),
    columns: Object.fromEntries(columns.map((column) => [memberKey(column.name), column.value])),
  }));
}
