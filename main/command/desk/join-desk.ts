import { setTimeout as delay } from 'node:timers/promises';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import { connectToDoor } from '../../platform/host/command/connect-command.ts';
import type { Desk } from './desk.ts';
import type { OpenDeskOptions, OwnDesk } from './open-desk.ts';
import { keepJoined } from './keep-joined.ts';
import { createRemoteDesk } from './remote-desk.ts';

export interface JoinOptions extends OpenDeskOptions {
  /** Says why the command waits. */
  readonly note: (line: string) => void;
}

/** Milliseconds for a window that is starting: it has the profile before it listens. */
const startingMs = 10_000;
/** Milliseconds that a run with its own tenant waits for another with the same state folder. */
const turnMs = 30_000;
const pauseMs = 50;

/**
 * The services on a profile: in the window or the command that has it open, else in this process. Throws `profile-in-use`
 * where neither is possible.
 */
export async function joinDesk(options: JoinOptions): Promise<Desk> {
  return keepJoined(await joinOnce(options), () => joinOnce(options));
}

async function joinOnce(options: JoinOptions): Promise<Desk> {
  const { folder, version, signal } = options;
  return await untilFree(options, startingMs, async () => {
    const door = await connectToDoor(folder);
    if (door === undefined) return await openLater(options);
    if (door.version === version) return createRemoteDesk(door.socket, signal);
    door.socket.terminate();
    throw failure(
      'profile-in-use',
      `The window runs Tenant Desk ${door.version}, and this is tdesk ${version}. Restart the window, or update the older one.`,
      { retryable: false },
    );
  });
}

/** The services of a run whose tenant the environment defines. No other command shares them or their credentials. */
export async function openOwnRun(options: JoinOptions): Promise<OwnDesk> {
  return await untilFree(options, turnMs, () => openLater(options));
}

async function openLater(options: OpenDeskOptions): Promise<OwnDesk> {
  // Loading every service takes most of the time of a short command, and a window has them loaded already.
  const { openDesk } = await import('./open-desk.ts');
  return await openDesk(options);
}

async function untilFree<Opened>(
  { note, folder, signal }: JoinOptions,
  maxWaitMs: number,
  open: () => Promise<Opened>,
): Promise<Opened> {
  const giveUpAt = performance.now() + maxWaitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open();
    } catch (error) {
      const isHeld = error instanceof DeskFailure && error.code === 'profile-in-use';
      if (!isHeld || error.error.retryable !== true || performance.now() > giveUpAt) throw error;
      if (isFirst) note(`Waiting for another Tenant Desk that uses ${folder} …`);
      await delay(pauseMs, undefined, { signal });
    }
  }
}
