import { describe, expect, it } from 'vitest';
import { failure } from '../../platform/errors/failure.ts';
import { createBestEffort } from '../../platform/storage/best-effort.ts';
import type { ConfirmationWindow } from '../provisional/provisional-plans.ts';
import type { DraftStatusOf } from '../provisional/provisional-store.ts';
import { createProvisionalRestore } from './restore-provisional.ts';

/** One plan whose time is over, on a disk that may be full. */
function aRestore() {
  const written: string[] = [];
  const log = { write: (_level: string, event: string) => void written.push(event) };
  let standing: DraftStatusOf = { state: 'waiting', until: 0 };
  let isFull = false;
  const provisional: ConfirmationWindow = {
    secondsOf: () => 60,
    begin: () => undefined,
    follow: () => undefined,
    list: () => [],
    draftStatusOf: () => standing,
    due: () => (standing.state === 'waiting' ? [{ planId: 'plan', standing }] : []),
    itemIds: () => [],
    set(_planId, next) {
      if (isFull) throw failure('storage-full', 'The disk is full.');
      standing = next;
    },
    remove: () => undefined,
  };
  const unused = (): never => {
    throw new Error('Not part of this spec.');
  };
  const restore = createProvisionalRestore({
    provisional,
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
  return { restore, written, stateNow: () => standing.state, setFull: (full: boolean) => (isFull = full) };
}

describe('taking a change back that nobody kept', () => {
  it('waits for a disk that is full, and ends nothing', async () => {
    const { restore, written, stateNow, setFull } = aRestore();
    setFull(true);
    restore.tick();
    expect(written).toEqual(['provisional.not-followed']);
    expect(stateNow()).toBe('waiting');
    setFull(false);
    restore.tick();
    await restore.end();
    expect(stateNow()).toBe('restored');
  });
});
