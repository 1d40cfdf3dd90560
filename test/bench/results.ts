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

/** Of what the program may take above its idle state. */
const mostMb = 150;

const fileOf = (name: string): string => fileURLToPath(new URL(`results/${name}`, import.meta.url));
const run = async (name: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [fileOf(name), ...args])).stdout;

/** A query of a million rows, kept and written to a file: what it takes of memory and time, and that no byte is wrong. */
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
        const { state, rowCount: kept, written, keepingMb, writingMb, keepMs, writeMs } = exported;
        if (state !== 'complete' || kept !== rowCount || written !== rowCount) {
          throw new Error(`Of ${rowCount} rows ${kept} were kept (${state}) and ${written} written.`);
        }
        if (format === 'csv') await compareBytes(join(profile, 'result'), table);
        figures.push({
          figure: `memory above idle while ${rowCount.toLocaleString('en')} rows are kept and written as ${format}`,
          ratio: Math.max(keepingMb, writingMb) / mostMb,
          unit: 'times as much',
          reference: `${mostMb} MB`,
          goal: 'at most 1.0',
          detail: { keepingMb, writingMb },
        });
        figures.push({
          figure: `keeping and writing them as ${format}`,
          ratio: (keepMs + writeMs) / bareMs,
          unit: 'times as long',
          reference: 'a loop that asks for each page and writes it as CSV, and keeps nothing',
          detail: { keepMs, writeMs, bareMs },
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

/** Throws where the file has other bytes than SQLite makes of its table. */
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
