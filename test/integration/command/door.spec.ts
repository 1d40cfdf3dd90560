import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noPolicy } from '../../../main/platform/policy/managed-policy.ts';
import type { Handlers } from '../../../contract/bridge/methods.ts';
import type { Desk } from '../../../main/command/desk/desk.ts';
import { keepJoined } from '../../../main/command/desk/keep-joined.ts';
import { createRemoteDesk, NotBegun } from '../../../main/command/desk/remote-desk.ts';
import { createDispatcher } from '../../../main/platform/dispatch.ts';
import type { CommandDoor } from '../../../main/platform/host/command/command-door.ts';
import { createCommandDoor } from '../../../main/platform/host/command/command-door.ts';
import { connectToDoor } from '../../../main/platform/host/command/connect-command.ts';
import type { DoorAddress } from '../../../main/platform/host/command/door-address.ts';
import { doorAddress, doorKeyFile } from '../../../main/platform/host/command/door-address.ts';
import type { Host } from '../../../main/platform/host/host.ts';
import type { Log } from '../../../main/platform/log/log.ts';
import { fakeHandlers } from '../../fakes/handlers.ts';
import type { RecordingHost } from '../../fakes/recording-host.ts';
import { createRecordingHost } from '../../fakes/recording-host.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

let folder: string;
let host: RecordingHost;
let doors: CommandDoor[];
let isFullyClosed: (() => void)[];

beforeEach(() => {
  folder = makeTemporaryFolder();
  host = createRecordingHost();
  doors = [];
  isFullyClosed = [];
});
afterEach(async () => {
  for (const end of isFullyClosed) end();
  for (const door of doors) await door.close({ cancels: true });
  rmSync(folder, { recursive: true });
});

const log: Log = { write: () => undefined };

/** A door as a window has it, over handlers that get its host. */
async function openDoor(
  handlersOf: (host: Host) => Partial<Handlers> = () => ({}),
  options: { readonly withKey?: boolean } = {},
): Promise<CommandDoor> {
  const door = createCommandDoor({
    host,
    profileFolder: folder,
    version: '1.2.3',
    log,
    ...(options.withKey === true ? { address: addressWithKey() } : {}),
  });
  doors.push(door);
  const handlers = fakeHandlers(handlersOf(door.host));
  await door.open(
    createDispatcher({ handlers, policy: noPolicy, newRequestId: randomUUID, log, checksOutput: false }),
  );
  return door;
}

const addressWithKey = () => ({ path: join(folder, 'elsewhere.sock'), isOwnersOnly: false });

async function connectDesk(address?: DoorAddress): Promise<Desk> {
  const connection = await connectToDoor(folder, address);
  if (connection === undefined) throw new Error('Nobody listens.');
  const ending = new AbortController();
  isFullyClosed.push(() => connection.socket.terminate());
  return createRemoteDesk(connection.socket, ending.signal);
}

describe('the door of a Tenant Desk for commands', () => {
  it.runIf(process.platform !== 'win32')(
    'is a socket that only the owner of the profile can use',
    async () => {
      await openDoor();
      const { path, isOwnersOnly } = doorAddress(folder, {
        platform: process.platform,
        temporaryFolder: '/tmp',
      });
      expect({ isOwnersOnly, mode: statSync(path).mode & 0o777 }).toEqual({
        isOwnersOnly: true,
        mode: 0o600,
      });
    },
  );

  it('responds to calls of the window, including failures', async () => {
    await openDoor(() => ({
      'tenants.list': async () => [],
      'tenants.remove': async ({ id }) => {
        throw new Error(`no ${id}`);
      },
    }));
    const desk = await connectDesk();
    expect(await desk.call('tenants.list', undefined)).toEqual([]);
    await expect(desk.call('tenants.remove', { id: 'x' })).rejects.toMatchObject({ code: 'internal' });
  });

  it('sends every event to a command and to the window', async () => {
    const door = await openDoor(() => ({ 'tenants.list': async () => [] }));
    const desk = await connectDesk();
    const received = new Promise((resolve) => desk.on('history.changed', resolve));
    await desk.call('tenants.list', undefined);
    door.host.emit('history.changed', { tenantId: 'acme' });
    expect(await received).toEqual({ tenantId: 'acme' });
    expect(host.events).toContainEqual({ name: 'history.changed', payload: { tenantId: 'acme' } });
  });

  it('reads the files of a call from its arguments, and streams saved files', async () => {
    await openDoor(({ openFile, saveFile }) => ({
      'changeSets.open': async (_input, { signal }) => {
        const opened = await openFile({ title: 'Open', extensions: [], maxBytes: 100 }, signal);
        await saveFile(
          { title: 'Save', suggestedName: 'x', extensions: [] },
          async (sink) => {
            for (let index = 0; index < 3; index += 1)
              await sink(`${Buffer.from(opened?.bytes ?? []).toString()}${index} `);
          },
          signal,
        );
        return undefined;
      },
    }));
    writeFileSync(join(folder, 'in.txt'), 'read ');
    const desk = await connectDesk();
    const open = join(folder, 'in.txt');
    const save = join(folder, 'out.txt');
    await desk.call('changeSets.open', undefined, { files: { open, save } });
    expect(readFileSync(save, 'utf8')).toBe('read 0 read 1 read 2 ');
    const chunks: string[] = [];
    const sink = async (chunk: string | Uint8Array): Promise<void> => void chunks.push(String(chunk));
    await desk.call('changeSets.open', undefined, { files: { open, save: sink } });
    expect(chunks).toEqual(['read 0 ', 'read 1 ', 'read 2 ']);
    await expect(desk.call('changeSets.open', undefined)).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('cancels a call if its command stops or is killed', async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
    await openDoor(() => ({
      'tenants.list': (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'));
            resolve(undefined);
          });
          stopping.abort();
        }),
    }));
    const desk = await connectDesk();
    const stopping = new AbortController();
    await expect(desk.call('tenants.list', undefined, { signal: stopping.signal })).rejects.toMatchObject({
      code: 'canceled',
    });
    await aborted;
  });

  it('lets an active call finish before it closes', async () => {
    const { promise: isClosing, resolve: release } = Promise.withResolvers<undefined>();
    const { promise: isCalled, resolve: noteCalled } = Promise.withResolvers<undefined>();
    const door = await openDoor(() => ({
      'tenants.list': async () => {
        noteCalled(undefined);
        await isClosing;
        return [];
      },
    }));
    const desk = await connectDesk();
    const response = desk.call('tenants.list', undefined);
    await isCalled;
    const closed = door.close({ cancels: false });
    release(undefined);
    expect(await response).toEqual([]);
    await closed;
    await expect(desk.call('tenants.list', undefined)).rejects.toBeInstanceOf(NotBegun);
    expect(await connectToDoor(folder)).toBeUndefined();
  });

  it('is left for the next one by a command that has more to do, with what it listens to', async () => {
    const first = await openDoor(() => ({ 'tenants.list': async () => [] }));
    const desk = keepJoined(await connectDesk(), connectDesk);
    const received: unknown[] = [];
    desk.on('history.changed', (payload) => received.push(payload));
    expect(await desk.call('tenants.list', undefined)).toEqual([]);
    await first.close({ cancels: false });
    const second = await openDoor(({ emit }) => ({
      'tenants.list': async () => {
        emit('history.changed', { tenantId: 'acme' });
        return [];
      },
    }));
    expect(await Promise.all([1, 2].map(() => desk.call('tenants.list', undefined)))).toEqual([[], []]);
    expect(received).toEqual([{ tenantId: 'acme' }, { tenantId: 'acme' }]);
    await second.close({ cancels: false });
  });

  it('that is cut off in the middle of a call says that its outcome is not known', async () => {
    const { promise: isCalled, resolve: noteCalled } = Promise.withResolvers<undefined>();
    await openDoor(() => ({
      'tenants.list': (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
          noteCalled(undefined);
        }),
    }));
    const connection = await connectToDoor(folder);
    if (connection === undefined) throw new Error('Nobody listens.');
    const desk = createRemoteDesk(connection.socket, new AbortController().signal);
    const response = desk.call('tenants.list', undefined);
    response.catch(() => undefined);
    await isCalled;
    connection.socket.terminate();
    await expect(response).rejects.toMatchObject({ code: 'connection-lost' });
  });
});

describe('a door whose address others can reach', () => {
  it('admits clients that can read the profile, and leaves no key when it closes', async () => {
    const door = await openDoor(() => ({ 'tenants.list': async () => [] }), { withKey: true });
    if (process.platform !== 'win32') expect(statSync(doorKeyFile(folder)).mode & 0o777).toBe(0o600);
    expect(await (await connectDesk(addressWithKey())).call('tenants.list', undefined)).toEqual([]);
    await door.close({ cancels: false });
    expect(() => statSync(doorKeyFile(folder))).toThrow();
  });

  it('is not trusted, and admits no one, if the two do not have the same key', async () => {
    await openDoor(() => ({ 'tenants.list': async () => [] }), { withKey: true });
    const { path } = addressWithKey();
    const otherProfile = join(folder, 'stranger');
    mkdirSync(otherProfile);
    writeFileSync(doorKeyFile(otherProfile), Buffer.alloc(32).toString('base64url'));
    expect(await connectToDoor(otherProfile, { path, isOwnersOnly: false })).toBeUndefined();
  });

  it('is used on Windows, and if the path of a socket would be too long', () => {
    expect(doorAddress('/p', { platform: 'win32', temporaryFolder: '/tmp' })).toEqual({
      path: expect.stringMatching(/^\\\\\.\\pipe\\tenant-desk-[0-9a-f]{32}$/),
      isOwnersOnly: false,
    });
    expect(doorAddress(`/${'p'.repeat(100)}`, { platform: 'linux', temporaryFolder: '/tmp' })).toEqual({
      path: expect.stringMatching(/^\/tmp\/tenant-desk-[0-9a-f]{32}\.sock$/),
      isOwnersOnly: false,
    });
  });
});
