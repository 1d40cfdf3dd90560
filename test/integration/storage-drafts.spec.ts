import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Draft } from '../../contract/drafts.ts';
import type { HandlersOf } from '../../contract/methods.ts';
import { createDraftHandlers } from '../../main/changes/drafts/handlers.ts';
import type { TestFoundation } from './desk-foundation.ts';
import { callContext, makeTemporaryFolder, startFoundation } from './desk-foundation.ts';
import { featureSchemaSteps } from '../../main/app/features.ts';
import { spawnScript } from './spawn-script.ts';

let folder: string;

beforeEach(() => {
  folder = makeTemporaryFolder();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function open(): TestFoundation {
  return startFoundation({ profileFolder: folder, moreNouns: featureSchemaSteps });
}

function handlersOf({ foundation, host }: TestFoundation, now = Date.now): HandlersOf<'drafts'> {
  return createDraftHandlers({ store: foundation.draftStore, emit: host.emit, now });
}

const payroll: Omit<Draft, 'savedAt'> = {
  tenantId: 'acme',
  kind: 'script',
  targetId: 'payroll',
  title: 'Payroll',
  content: 'typed',
  base: 'before',
};

describe('a draft', () => {
  it('is there after a restart, with the state it began from', async () => {
    {
      await using desk = open();
      await handlersOf(desk, () => 7)['drafts.save'](payroll, callContext());
    }
    await using desk = open();
    const { tenantId, kind, targetId } = payroll;
    expect(await handlersOf(desk)['drafts.get']({ tenantId, kind, targetId }, callContext())).toEqual({
      ...payroll,
      savedAt: 7,
    });
  });

  it('is told of when saved and when discarded, without its text', async () => {
    await using desk = open();
    const drafts = handlersOf(desk, () => 7);
    await drafts['drafts.save'](payroll, callContext());
    const { tenantId, kind, targetId, title } = payroll;
    const saved = { tenantId, kind, targetId, title, savedAt: 7 };
    expect(await drafts['drafts.list']({}, callContext())).toEqual([saved]);
    await drafts['drafts.discard']({ tenantId, kind, targetId }, callContext());
    expect(desk.host.events).toEqual([
      { name: 'drafts.changed', payload: [saved] },
      { name: 'drafts.changed', payload: [] },
    ]);
  });

  it('is listed newest first, and by tenant', async () => {
    await using desk = open();
    let time = 0;
    const drafts = handlersOf(desk, () => (time += 1));
    await drafts['drafts.save'](payroll, callContext());
    await drafts['drafts.save']({ ...payroll, tenantId: 'other' }, callContext());
    await drafts['drafts.save']({ ...payroll, targetId: 'wiki' }, callContext());
    const all = await drafts['drafts.list']({}, callContext());
    expect(all.map(({ targetId, savedAt }) => [targetId, savedAt])).toEqual([
      ['wiki', 3],
      ['payroll', 2],
      ['payroll', 1],
    ]);
    expect(await drafts['drafts.list']({ tenantId: 'other' }, callContext())).toHaveLength(1);
  });

  it.each([1, 7, 23, 60])(
    'outlives kill -9 while being typed: what was saved (%i times) is there, and at most 250 ms of typing is lost',
    async (saves) => {
      const typist = spawnScript('type-drafts.ts', [folder]);
      let line = '';
      while (!line.startsWith('saved') || Number(line.split(' ')[2]) < saves) line = await typist.nextLine();
      await typist.kill();
      const lines = [line, ...(await typist.restOfLines())].map((text) => {
        const [event = '', time, letters] = text.split(' ');
        return { event, time: Number(time), letters: Number(letters) };
      });
      const lastTime = lines.at(-1)?.time ?? 0;
      const lastSaved = lines.findLast(({ event }) => event === 'saved')?.letters ?? 0;

      await using desk = open();
      const [draft] = desk.foundation.draftStore.list('acme');
      const { content } = desk.foundation.draftStore.get({ ...payroll }) ?? { content: '' };
      expect(draft).toBeDefined();
      expect(content.length).toBeGreaterThanOrEqual(lastSaved);
      const firstLost = lines.find(({ event, letters }) => event === 'typed' && letters > content.length);
      expect(lastTime - (firstLost?.time ?? lastTime)).toBeLessThanOrEqual(250);
    },
  );
});
