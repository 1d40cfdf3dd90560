import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../benchmark.ts';
import { benchmarkSize } from '../changes/benchmark-size.ts';
import { countOf, median } from '../changes/timed.ts';
import { compareBytes } from '../results/compare-bytes.ts';
import { exportRows, serveRows } from '../results/export-in-process.ts';
import { makeTable, rowCount } from '../results/million-rows.ts';
import { timeOfCommand } from './run-command.ts';

/** A query of a million rows to CSV, against the same query and export in the window; every byte is checked. */
export async function measureQuery(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tdesk-bench-'));
  const tablePath = join(folder, 'table.sqlite');
  const table = makeTable(tablePath);
  const server = await serveRows(tablePath);
  const env = {
    ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], TDESK_STATE: join(folder, 'state') },
    ...{ TDESK_TENANT_URL: server.baseUrl, TDESK_TOKEN: 'token' },
  };
  const out = join(folder, 'rows.csv');
  try {
    const times: { readonly commandMs: number; readonly windowMs: number }[] = [];
    for (let round = 0; round < benchmarkSize.rounds; round += 1) {
      const commandMs = await timeOfCommand(['query', 'select * from rows', '-o', 'csv'], { env, out });
      if (round === 0) await compareBytes(out, table);
      const profile = join(folder, 'window');
      mkdirSync(profile, { mode: 0o700 });
      const { storeMs, writeMs, written } = await exportRows(server.baseUrl, profile, 'csv');
      if (written !== rowCount) throw new Error(`Of ${rowCount} rows ${written} were written.`);
      rmSync(profile, { recursive: true });
      times.push({ commandMs, windowMs: storeMs + writeMs });
    }
    return [
      {
        figure: `tdesk query of ${countOf(rowCount)} rows to CSV`,
        ratio: median(times.map(({ commandMs, windowMs }) => commandMs / windowMs)),
        unit: 'times as long',
        reference: 'the same query and export in the window',
        goal: 'at most 1.3',
        detail: { times },
      },
    ];
  } finally {
    server.stop();
    table.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
