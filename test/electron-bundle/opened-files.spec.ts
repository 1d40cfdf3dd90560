import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashOf } from '../../main/changes/files/change-set-file.ts';
import { startDesk } from './started-desk.ts';

const base = { origins: [] };
const changeSet = {
  format: 'tenant-desk/change-set',
  version: 1,
  title: 'Trust a host',
  createdAt: '2026-01-02T03:04:05.000Z',
  createdBy: 'Ada',
  tenant: { name: 'Sandbox Staging', address: 'http://127.0.0.1:1', isEmbedded: true },
  changes: [
    {
      kind: 'origins',
      kindVersion: 1,
      targetId: 'origins',
      title: 'Set trusted origins',
      name: 'Trusted origins',
      difference: [],
      base,
      baseHash: hashOf(base),
      wanted: { origins: ['new.example'] },
    },
  ],
};

it('opens each file that the system passes once, by any mechanism', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'opened-files-'));
  const file = (name: string) => join(folder, name);
  for (const name of ['argued.tdchanges', 'second.tdchanges', 'event.tdchanges'])
    await writeFile(file(name), JSON.stringify(changeSet));
  await writeFile(file('damaged.tdchanges'), '{');
  process.argv.push(file('argued.tdchanges'));
  const { electron, desk, dispose } = await startDesk();
  const names = async () =>
    (await desk.changeSets.takeArrived()).map((arrived) =>
      arrived.state === 'opened' ? arrived.set.name : arrived.error.code,
    );
  expect(await names()).toEqual(['argued.tdchanges']);
  expect(await names()).toEqual([]);

  let notified = 0;
  const stop = desk.on('changeSets.arrived', () => (notified += 1));
  electron.app.emit('second-instance', {}, ['tenant-desk', 'second.tdchanges', '--flag'], folder);
  electron.app.emit('open-file', { preventDefault: () => undefined }, file('event.tdchanges'));
  electron.app.emit('open-file', { preventDefault: () => undefined }, file('damaged.tdchanges'));
  expect(notified).toBe(3);
  expect(await names()).toEqual(['second.tdchanges', 'event.tdchanges', 'file-not-json']);
  stop();
  electron.app.quit();
  await electron.app.exited;
  await dispose();
  await rm(folder, { recursive: true, force: true });
});
