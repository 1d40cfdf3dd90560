import { setTimeout as delay } from 'node:timers/promises';
import type { StoredResult } from '../../../contract/queries/results.ts';
import type { ResultFormat } from '../../../contract/queries/result-formats.ts';
import { replaceFile } from '../../../main/platform/host/replace-file.ts';
import { startDesk } from '../../integration/desk-on-tenant.ts';

/** What it prints. Megabytes above those of the idle program, milliseconds. */
export interface Exported {
  readonly state: StoredResult['state'];
  readonly rowCount: number;
  readonly written: number;
  readonly keepingMb: number;
  readonly writingMb: number;
  readonly keepMs: number;
  readonly writeMs: number;
}

/**
 * Arguments: the tenant's address, a folder, the format. Runs a query of all rows and writes its result to `result` in the
 * folder, in a process of its own, whose memory is watched. Prints what it took, as JSON.
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
let most = 0;
const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
/** Idle: started, and with everything loaded that the first call loads. */
await desk.call('queryLibrary.list', { tenantId: desk.tenantId });
await delay(500);
const idle = process.memoryUsage.rss();
const startedAt = performance.now();
const result = await ran('editor');
const keptAt = performance.now();
const keptMost = most;
const done = await desk.call('results.export', {
  id: result.id,
  format: format as ResultFormat,
  suggestedName: 'result',
});
const writtenAt = performance.now();
const writtenMost = most;
clearInterval(watching);
console.log(
  JSON.stringify({
    state: result.state,
    rowCount: result.rowCount,
    written: done?.rowCount ?? 0,
    keepingMb: megabytes(keptMost - idle),
    writingMb: megabytes(writtenMost - idle),
    keepMs: keptAt - startedAt,
    writeMs: writtenAt - keptAt,
  } satisfies Exported),
);
