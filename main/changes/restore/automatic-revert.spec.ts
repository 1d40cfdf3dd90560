import { describe, expect, it } from 'vitest';
import { failure } from '../../platform/errors/failure.ts';
import { createBestEffort } from '../../platform/storage/best-effort.ts';
import type { ConfirmationWindow } from '../confirmation/confirmation-window.ts';
import type { WindowStatus } from '../confirmation/confirmation-store.ts';
import { createAutomaticRevert } from './automatic-revert.ts';

/** One plan whose confirmation window has ended, on a disk that may be full. */
function aRevert() {
  const written: string[] = [];
  const log = { write: (_level: string, event: string) => void written.push(event) };
  let status: WindowStatus = { state: 'waiting', until: 0 };
  let isFull = false;
  const confirmations: ConfirmationWindow = {
    secondsOf: () => 60,
    begin: () => undefined,
    follow: () => undefined,
    list: () => [],
    statusOf: () => status,
    due: () => (status.state === 'waiting' ? [{ planId: 'plan', status }] : []),
    itemIds: () => [],
    set(_planId, next) {
      if (isFull) throw failure('storage-full', 'The disk is full.');
      status = next;
    },
    remove: () => undefined,
  };
  const unused = (): never => {
    throw new Error('Not part of this spec.');
  };
  const revert = createAutomaticRevert({
    confirmations,
    store: { plan: () => undefined, item: unused, idsOfKinds: unused },
    kinds: { find: unused },
    drafts: { raw: unused, save: unused },
    changes: { plan: unused, apply: unused, get: unused, items: unused, item: unused, discard: unused },
    sessions: { status: unused },
    log,
    tryTo: createBestEffort(log, 'provisional.not-followed'),
    newId: () => 'call',
    now: () => 1,
    stopped: new AbortController().signal,
  });
  return { revert, written, stateNow: () => status.state, setFull: (full: boolean) => (isFull = full) };
}

describe('reverting a change that no one confirmed', () => {
  it('waits while the disk is full, and keeps the program running', async () => {
    const { revert, written, stateNow, setFull } = aRevert();
    setFull(true);
    revert.tick();
    expect(written).toEqual(['provisional.not-followed']);
    expect(stateNow()).toBe('waiting');
    setFull(false);
    revert.tick();
    await revert.end();
    expect(stateNow()).toBe('restored');
  });
});
