import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Policy } from '../../contract/policy/policy.ts';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import type { UpdateState } from '../../contract/updates/updates.ts';
import { createTransport } from '../../main/platform/http/transport.ts';
import type { DownloadedUpdate, Installation } from '../../main/updates/installation.ts';
import type { UpdateParts, UpdateService } from '../../main/updates/update-service.ts';
import { createUpdateService } from '../../main/updates/update-service.ts';
import { callContext, makeTemporaryFolder } from '../integration/desk-foundation.ts';
import type { UpdateServer } from './an-update-server.ts';
import { anUpdateServer } from './an-update-server.ts';

/** The updates of version 1.0.0 of the program, as an AppImage, with a server that could offer 1.1.0. */
interface TestUpdates {
  readonly server: UpdateServer;
  /** The folder of the updates of one installation. */
  readonly folder: string;
  readonly pendingFolder: string;
  pendingFiles(): readonly string[];
  /** Starts the service; several on one folder are the same installation after restarts. */
  run(given?: Given): Running;
}

interface Running {
  readonly service: UpdateService;
  readonly installed: DownloadedUpdate[];
  check(): Promise<UpdateState>;
  /** Resolves to the first state from now on, or the current one, that matches. */
  until(matches: (state: UpdateState) => boolean): Promise<UpdateState>;
  /** Checks, and waits for the end of the download. */
  downloaded(): Promise<UpdateState>;
}

interface Given extends Partial<Omit<UpdateParts, 'installation' | 'policy'>> {
  readonly installation?: Partial<Installation>;
  readonly policy?: Policy;
}

/** Call it once at the top of a spec file. Every test has its own server and folder. */
export function useUpdates(): TestUpdates {
  let now: Place | undefined;
  const place = (): Place => {
    if (now === undefined) throw new Error('There are updates only while specs run.');
    return now;
  };
  const pendingFolder = (): string => join(place().folder, 'pending');

  beforeEach(async () => {
    now = { server: await anUpdateServer(), folder: makeTemporaryFolder(), stops: [] };
  });
  afterEach(async () => {
    const { server, folder, stops } = place();
    for (const stop of stops) await stop();
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    get server() {
      return place().server;
    },
    get folder() {
      return place().folder;
    },
    get pendingFolder() {
      return pendingFolder();
    },
    pendingFiles: () => (existsSync(pendingFolder()) ? readdirSync(pendingFolder()) : []),
    run: (given = {}) => start(place(), given),
  };
}

interface Place {
  readonly server: UpdateServer;
  readonly folder: string;
  readonly stops: (() => Promise<void>)[];
}

function start({ server, folder, stops }: Place, { installation, policy = {}, ...given }: Given): Running {
  const installed: DownloadedUpdate[] = [];
  const waiting = new Set<(state: UpdateState) => void>();
  const stopping = new AbortController();
  const transport = createTransport(defaultSettings, 'TenantDesk/1.0.0');
  const service = createUpdateService({
    transport,
    folder,
    version: '1.0.0',
    release: { publicKey: server.key.publicKey, feedUrl: server.feedUrl },
    installation: {
      kind: 'appimage',
      arch: 'x64',
      install: async (update) => void installed.push(update),
      ...installation,
    },
    policy: { values: policy },
    settings: () => defaultSettings,
    log: { write: () => undefined },
    randomBytes: (size) => new Uint8Array(size).fill(7),
    now: Date.now,
    steady: () => performance.now(),
    stopped: stopping.signal,
    pause: async () => undefined,
    onChange: (state) => waiting.forEach((notice) => notice(state)),
    ...given,
  });
  stops.push(async () => {
    stopping.abort();
    await service.end();
    transport.close();
  });
  const until = async (matches: (state: UpdateState) => boolean): Promise<UpdateState> => {
    const now = service.state();
    if (matches(now)) return now;
    return new Promise((resolve) => {
      const notice = (state: UpdateState): void => {
        if (!matches(state)) return;
        waiting.delete(notice);
        resolve(state);
      };
      waiting.add(notice);
    });
  };
  const check = () => service.check(callContext().signal);
  return {
    ...{ service, installed, check, until },
    async downloaded() {
      await check();
      return until(({ download }) => download.state !== 'running');
    },
  };
}

/** A rejection of what isn't the publisher's. */
export const untrusted = (why: string) => ({
  code: 'update-untrusted',
  message: expect.stringContaining(why) as string,
});

/** The state where there is nothing to install. */
export const nothingFound = { update: null, download: { state: 'none' } } as const;
