import { flushCompileCache } from 'node:module';
import { z } from 'zod';
import type { DraftSummary } from '../../contract/changes/drafts.ts';
import { events } from '../../contract/bridge/events.ts';
import { createFileHost } from '../fakes/file-host.ts';
import { createFaultyVault, startFaultyDesk } from './faulty-desk.ts';

/**
 * Runs Tenant Desk in a child process that is killed during its work. Arguments: profile folder, URL of the
 * tenant, token, work as JSON. Prints a line for everything that it acknowledges.
 */
const workSchema = z.discriminatedUnion('does', [
  z.object({ does: z.literal('type'), targetId: z.string(), application: z.string() }),
  z.object({ does: z.literal('apply'), planId: z.string() }),
  z.object({ does: z.literal('roll back'), planId: z.string() }),
]);

const [folder = '', baseUrl = '', accessToken = '', argument = '{}'] = process.argv.slice(2);
const work = workSchema.parse(JSON.parse(argument));
const host = createFileHost();
const desk = startFaultyDesk({
  folder,
  baseUrl,
  tokens: { get: async () => accessToken, replace: async () => accessToken },
  vault: createFaultyVault(),
  pause: async () => undefined,
  host: {
    ...host,
    emit(name, payload) {
      host.emit(name, payload);
      if (name !== 'changes.progress') return;
      const { item } = events['changes.progress'].parse(payload);
      if (item !== undefined) console.log(`settled ${item.id} ${item.state}`);
    },
  },
});
// Node saves its compile cache on exit, and this process is killed instead.
flushCompileCache();

switch (work.does) {
  case 'type': {
    let revision: number | null = null;
    const { targetId, application } = work;
    for (let letters = 1; ; letters += 1) {
      const draft: DraftSummary = await desk.call('drafts.save', {
        tenantId: desk.tenantId,
        kind: 'script',
        targetId,
        base: { application, script: '' },
        state: { application, script: 'x'.repeat(letters) },
        revision,
      });
      revision = draft.revision;
      console.log(`saved ${letters}`);
    }
  }
  case 'apply':
    await desk.call('changes.apply', { planId: work.planId });
    break;
  case 'roll back':
    await desk.call('changes.takeBack', { planId: work.planId });
}
console.log('done');
await desk[Symbol.asyncDispose]();
