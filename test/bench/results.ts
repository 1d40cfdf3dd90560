import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Benchmark, Figure } from './benchmark.ts';
import type { Exported } from './results/export-rows.ts';
import { csvOfTable, makeTable, rowCount } from './results/million-rows.ts';

/** Limit for memory above the idle state. */
const maxMb = 150;

const fileOf = (name: string): string => fileURLToPath(new URL(`results/${name}`, import.meta.url));
const run = async (name: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [fileOf(name), ...args])).stdout;

/**
 * A query of a million rows, stored and written to a file: its memory and time, and a check of every byte.
 */
const benchmark: Benchmark = {
  name: 'results',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'results-bench-'));
    const tablePath = join(folder, 'table.sqlite');
    const table = makeTable(tablePath);
    const server = spawn(process.execPath, [fileOf('serve-rows.ts'), tablePath], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [port] = (await once(server.stdout, 'data')) as [Buffer];
      const baseUrl = `http://127.0.0.1:${port.toString().trim()}`;
      const bareMs = Number(await run('bare-export.ts', baseUrl, join(folder, 'bare.csv')));
      const figures: Figure[] = [];
      for (const format of ['csv', 'excel']) {
        const profile = join(folder, format);
        mkdirSync(profile, { mode: 0o700 });
        const exported = JSON.parse(await run('export-rows.ts', baseUrl, profile, format)) as Exported;
        const { state, rowCount: stored, written, storingMb, writingMb, storeMs, writeMs } = exported;
        if (state !== 'complete' || stored !== rowCount || written !== rowCount) {
          throw new Error(`Of ${rowCount} rows ${stored} were stored (${state}) and ${written} written.`);
        }
        if (format === 'csv') await compareBytes(join(profile, 'result'), table);
        figures.push({
          figure: `memory above idle while ${rowCount.toLocaleString('en')} rows are stored and written as ${format}`,
          ratio: Math.max(storingMb, writingMb) / maxMb,
          unit: 'times as much',
          reference: `${maxMb} MB`,
          goal: 'at most 1.0',
          detail: { storingMb, writingMb },
        });
        figures.push({
          figure: `storing and writing them as ${format}`,
          ratio: (storeMs + writeMs) / bareMs,
          unit: 'times as long',
          reference: 'a loop that requests each page and writes it as CSV, and stores nothing',
          detail: { storeMs, writeMs, bareMs },
        });
        rmSync(profile, { recursive: true });
      }
      return figures;
    } finally {
      server.kill();
      table.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Throws if the file has other bytes than SQLite creates from its table. */
async function compareBytes(path: string, table: DatabaseSync): Promise<void> {
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

export default benchmark;
