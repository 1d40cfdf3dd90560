import { setTimeout as delay } from 'node:timers/promises';
import type { StoredResult } from '../../../contract/queries/results.ts';
import type { ResultFormat } from '../../../contract/queries/result-formats.ts';
import { replaceFile } from '../../../main/platform/host/replace-file.ts';
import { startDesk } from '../../integration/desk-on-tenant.ts';

/** Its output. Megabytes above those of the idle program, milliseconds. */
export interface Exported {
  readonly state: StoredResult['state'];
  readonly rowCount: number;
  readonly written: number;
  readonly storingMb: number;
  readonly writingMb: number;
  readonly storeMs: number;
  readonly writeMs: number;
}

/**
 * Arguments: the tenant's URL, a folder, the format. Runs a query of all rows and writes its result to
 * `result` in the folder, in its own process, whose memory is measured. Prints the measurements as JSON.
 */
const [baseUrl = '', folder = '', format = 'csv'] = process.argv.slice(2);
await using desk = startDesk({ baseUrl, accessToken: 'token', folder });
Object.assign(desk.host, {
  saveFile: async (_options: unknown, write: Parameters<typeof replaceFile>[1]) => {
    await replaceFile(`${folder}/result`, write);
    return { fileName: 'result' };
  },
});
const { tenantId } = desk;

async function ran(place: string): Promise<StoredResult> {
  await desk.call('results.start', { tenantId, place, text: 'select * from rows' });
  for (;;) {
    const result = await desk.call('results.at', { tenantId, place });
    if (result !== undefined && result.state !== 'running') return result;
    await delay(20);
  }
}

const megabytes = (bytes: number): number => bytes / 1024 / 1024;
let peak = 0;
const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
/** Idle: started, and with everything loaded that the first call loads. */
await desk.call('queryLibrary.list', { tenantId: desk.tenantId });
await delay(500);
const idle = process.memoryUsage.rss();
const startedAt = performance.now();
const result = await ran('editor');
const storedAt = performance.now();
const storedPeak = peak;
const done = await desk.call('results.export', {
  id: result.id,
  format: format as ResultFormat,
  suggestedName: 'result',
});
const writtenAt = performance.now();
const writtenPeak = peak;
clearInterval(watching);
console.log(
  JSON.stringify({
    state: result.state,
    rowCount: result.rowCount,
    written: done?.rowCount ?? 0,
    storingMb: megabytes(storedPeak - idle),
    writingMb: megabytes(writtenPeak - idle),
    storeMs: storedAt - startedAt,
    writeMs: writtenAt - storedAt,
  } satisfies Exported),
);
