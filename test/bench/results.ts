import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Figure } from './benchmark.ts';
import { compareBytes } from './results/compare-bytes.ts';
import { exportRows, runProgram, serveRows } from './results/export-in-process.ts';
import { makeTable, rowCount } from './results/million-rows.ts';

/** Limit for memory above the idle state. */
const maxMb = 150;

/**
 * A query of a million rows, stored and written to a file: its memory and time, and a check of every byte.
 */
const benchmark: Benchmark = {
  name: 'results',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'results-bench-'));
    const tablePath = join(folder, 'table.sqlite');
    const table = makeTable(tablePath);
    const server = await serveRows(tablePath);
    try {
      const { baseUrl } = server;
      const bareMs = Number(await runProgram('bare-export.ts', baseUrl, join(folder, 'bare.csv')));
      const figures: Figure[] = [];
      for (const format of ['csv', 'excel']) {
        const profile = join(folder, format);
        mkdirSync(profile, { mode: 0o700 });
        const exported = await exportRows(baseUrl, profile, format);
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
      server.stop();
      table.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export default benchmark;
