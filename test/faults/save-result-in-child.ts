import { join } from 'node:path';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { createResultThread } from '../../main/queries/results/result-thread.ts';

/** Saves pages of a result in a folder until a limit of the process prevents that. Prints the outcome. */
const path = join(process.argv[2] ?? '', 'result.sqlite');
const thread = createResultThread();
const view = { sort: null, filters: [] };
const Results = Array.from({ length: 2000 }, (_, id) => ({ Row: { id, text: 'x'.repeat(50) } }));
const response = JSON.stringify({ success: true, Result: { Results } });
const { signal } = new AbortController();
let savedPages = 0;
try {
  for (let page = 1; page <= 10; page += 1) {
    await thread.readPage(new TextEncoder().encode(response), signal);
    await thread.call('storePage', { path, page, skipped: 0, names: ['id', 'text'] });
    savedPages += Results.length;
  }
  console.log(JSON.stringify({ savedPages }));
} catch (error) {
  if (!(error instanceof DeskFailure)) throw error;
  const window = await thread.call('window', { path, view, first: Math.max(0, savedPages - 1), count: 10 });
  console.log(
    JSON.stringify({ error: error.error, savedPages, rowCount: window.rowCount, last: window.rows }),
  );
} finally {
  await thread.end();
}
