import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UpdateState } from '../../contract/updates/updates.ts';
import { distFolder } from '../../tools/build/bundle.ts';
import type { UpdateServer } from '../builders/an-update-server.ts';
import { anUpdateServer } from '../builders/an-update-server.ts';
import type { StartedDesk } from './started-desk.ts';
import { startDesk } from './started-desk.ts';

/** A released AppImage under the fake Electron, with a newer version downloaded. */
export interface UpdatableDesk extends StartedDesk, AsyncDisposable {
  readonly server: UpdateServer;
  /** The file that this version was started from. */
  readonly appImage: string;
  /** Written by the new version when it starts. */
  readonly started: string;
}

export const oldContent = 'the old version';

export async function startUpdatable(): Promise<UpdatableDesk> {
  const folder = await mkdtemp(join(tmpdir(), 'updates-'));
  const started = join(folder, 'started');
  const appImage = join(folder, 'Tenant Desk.AppImage');
  await writeFile(appImage, oldContent);
  process.env['APPIMAGE'] = appImage;
  const server = await anUpdateServer({ content: Buffer.from(`#!/bin/sh\necho yes > '${started}'\n`) });
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
  server.offer({ version: '1.3.0', files: [{ ...server.file, arch }] });
  const appFolder = await mkdtemp(join(folder, 'app-'));
  await symlink(distFolder, join(appFolder, 'dist'));
  const release = { publicKey: server.key.publicKey, feedUrl: server.feedUrl };
  await writeFile(join(appFolder, 'package.json'), JSON.stringify({ type: 'module', release }));
  const running = await startDesk({ appFolder, isPackaged: true });
  await download(running);
  return {
    ...running,
    ...{ server, appImage, started },
    async [Symbol.asyncDispose]() {
      delete process.env['APPIMAGE'];
      await server[Symbol.asyncDispose]();
      await running.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function download({ desk }: StartedDesk): Promise<void> {
  const ready = new Promise<UpdateState>((resolve) => {
    desk.on('updates.changed', (state) => state.download.state === 'ready' && resolve(state));
  });
  desk.on('app.closing', () => void desk.app.noteTypedSaved());
  await desk.updates.check();
  await ready;
}
