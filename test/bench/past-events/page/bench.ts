import { compile, utilsVariable } from '@tenant-desk/freemarker';
import { columnMaker } from '../../../../renderer/features/webhooks/past-events/past-event-columns.ts';
import { PastEventsRun } from '../../../../renderer/features/webhooks/past-events/past-events-run.svelte.ts';
import type { RunSubject } from '../../../../renderer/features/webhooks/past-events/past-events-run.svelte.ts';
import { startTemplateWorker } from '../../../../renderer/features/webhooks/start-template-worker.ts';
import { fillsOf } from '../../../../renderer/features/webhooks/template/sample-events.ts';
import { fakeDesk } from '../../../fakes/desk.ts';
import { samplePastEvents, template } from './sample-past-events.ts';

/** What the bench calls, from outside the page. All in milliseconds. */
export interface PastEventsBench {
  /** From a template and events to what is shown of each. */
  product(): Promise<number>;
  /** The same when it is rendered for the first time. */
  first(): Promise<number>;
  /** For the texts alone, from models that are made already. */
  bare(): number;
}

declare global {
  interface Window {
    pastEventsBench?: PastEventsBench;
  }
}

const events = samplePastEvents(10_000);
const subject: RunSubject = {
  requestBody: template,
  contentType: 'application/json',
  eventType: 'Cloud.Core.Login',
  riskLevel: 'Low',
  takesAll: false,
};
const { desk } = fakeDesk({
  'samples.cachedEvents': async () => ({ data: events, fetchedAt: 0, source: 'cache' }),
});

const startRun = () => new PastEventsRun(desk, 'bench', startTemplateWorker, (types) => fillsOf([], types));

async function timeOf(timed: PastEventsRun): Promise<number> {
  const start = performance.now();
  await timed.render({ ...subject });
  const milliseconds = performance.now() - start;
  if (timed.stopped !== undefined) throw new Error(timed.stopped);
  const wrong = timed.outcome?.results.find((result) => result?.state !== 'sent');
  if (timed.outcome === undefined || wrong !== undefined)
    throw new Error(`Not sent: ${JSON.stringify(wrong)}`);
  return milliseconds;
}

const run = startRun();
await run.readCached();

const columnsOf = columnMaker({ ...events, fills: run.fillsOfAll(events) });
const models = events.events.map((event) => {
  const columns = columnsOf(event);
  const system = { domain: 'acme.analytics.example', podscape: 'preview' };
  return { ...columns, event: columns, system, tenant_id: 'ACME01', utils: utilsVariable() };
});

window.pastEventsBench = {
  product: () => timeOf(run),
  async first() {
    const fresh = startRun();
    await fresh.readCached();
    const milliseconds = await timeOf(fresh);
    fresh.end();
    return milliseconds;
  },
  bare() {
    const start = performance.now();
    const render = compile(template);
    let length = 0;
    for (const model of models) length += render(model).length;
    if (length < 10_000) throw new Error('Nothing was rendered.');
    return performance.now() - start;
  },
};
