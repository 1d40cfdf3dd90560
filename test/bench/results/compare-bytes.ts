import { createReadStream } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { csvOfTable } from './million-rows.ts';

/** Throws if the file has other bytes than SQLite creates from its table. */
export async function compareBytes(path: string, table: DatabaseSync): Promise<void> {
  const expected = csvOfTable(table);
  let ahead = '';
  let at = 0;
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    while (ahead.length < chunk.length) {
      const next = expected.next();
      if (next.done === true) break;
      ahead += next.value;
    }
    if (!ahead.startsWith(chunk)) throw new Error(`The file differs from the table after ${at} characters.`);
    ahead = ahead.slice(chunk.length);
    at += chunk.length;
  }
  if (ahead !== '' || expected.next().done !== true) throw new Error(`The file ends after ${at} characters.`);
}
