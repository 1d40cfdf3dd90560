import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { Draft, DraftKey, DraftSummary } from '../../contract/changes/drafts.ts';
import type { EventName, EventPayload } from '../../contract/bridge/events.ts';
import type { Handlers } from '../../contract/bridge/methods.ts';
import type { FakeDesk } from './desk.ts';
import { fakeDesk } from './desk.ts';

/** The item whose drafts are edited, unless another is given. */
export const editedTarget = { tenantId: 't', kind: 'script', targetId: 'app' };

export const addressOf = ({ tenantId, kind, targetId }: DraftKey) => `${tenantId} ${kind} ${targetId}`;

/**
 * Drafts as stored by main, with its revisions and events, for any number of windows. `redact` is what main
 * does to a state with credentials.
 */
export function mainWithDrafts(redact: (state: Draft['state']) => Draft['state'] = (typed) => typed) {
  const stored = new Map<string, Draft>();
  const discarded = new Map<string, Draft>();
  /** Results of saves, by their revision. */
  const applied = new Map<number, { readonly targetId: string; readonly state: Draft['state'] }>();
  const windows: FakeDesk[] = [];
  let clock = 0;
  let isRejecting = false;
  let hasFreeSpace = true;

  function emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    for (const window of windows) window.emit(name, payload);
  }
  const summaryOf = ({ state: _state, base: _base, ...summary }: Draft): DraftSummary => summary;
  const known = new Map<string, DraftKey>();
  const notify = () => {
    for (const [address, { tenantId, kind, targetId }] of stored)
      known.set(address, { tenantId, kind, targetId });
    emit('drafts.changed', {
      changed: [...stored.values()].map(summaryOf),
      removed: [...known].flatMap(([address, key]) => (stored.has(address) ? [] : [key])),
    });
  };

  const handlers: Partial<Handlers> = {
    'drafts.get': async (key) => stored.get(addressOf(key)),
    'drafts.save': async ({ revision, resolvesBase = false, ...draft }) => {
      if (!hasFreeSpace)
        throw new DeskFailure({
          code: 'storage-full',
          message: 'The disk is full.',
          retryable: true,
          requestId: '',
        });
      const became = revision === null ? undefined : applied.get(revision);
      const place =
        [...stored.values()].find((other) => other.revision === revision) ??
        (became === undefined ? draft : { ...draft, targetId: became.targetId });
      const present = stored.get(addressOf(place));
      if (present !== undefined && present.revision !== revision) {
        throw new DeskFailure({
          code: 'draft-changed',
          message: 'Another window changed this draft.',
          retryable: false,
          requestId: '',
        });
      }
      clock += 1;
      const redacted = redact(draft.state);
      const base = became?.state ?? (resolvesBase ? draft.base : (present?.base ?? draft.base));
      const saved = {
        ...draft,
        targetId: place.targetId,
        state: redacted,
        base,
        title: 'Payroll',
        savedAt: clock,
        revision: clock,
      };
      stored.set(addressOf(saved), saved);
      notify();
      return {
        ...summaryOf(saved),
        ...(redacted === draft.state ? {} : { redacted }),
        ...(base === draft.base ? {} : { base }),
      };
    },
    'drafts.applied': async ({ revision }) => applied.get(revision),
    'drafts.discard': async (key) => {
      if (isRejecting)
        throw new DeskFailure({
          code: 'storage-failed',
          message: 'The disk is full.',
          retryable: true,
          requestId: '',
        });
      const present = stored.get(addressOf(key));
      if (present !== undefined) discarded.set(addressOf(key), present);
      stored.delete(addressOf(key));
      notify();
    },
    'drafts.restore': async (key) => {
      const draft = discarded.get(addressOf(key));
      if (draft === undefined) throw new Error('Nothing was discarded.');
      clock += 1;
      stored.set(addressOf(key), { ...draft, revision: clock });
      notify();
      return summaryOf(draft);
    },
  };

  /** A window: its own bridge to the same main. */
  function openWindow(): Desk {
    const window = fakeDesk(handlers);
    windows.push(window);
    return window.desk;
  }
  function rejectDiscard() {
    isRejecting = true;
    return { end: () => void (isRejecting = false) };
  }
  const fillDisk = () => {
    hasFreeSpace = false;
    return { end: () => void (hasFreeSpace = true) };
  };
  /** Applies the newest save, which may give its item another ID. `others` hear of it when notified. */
  function apply(to = 'app') {
    const draft = at();
    if (draft === undefined) throw new Error('There is no draft to apply.');
    stored.delete(addressOf(draft));
    applied.set(draft.revision, { targetId: to, state: draft.state });
    notify();
    if (to !== 'app') emit('targets.moved', { tenantId: 't', kind: 'script', from: 'app', to });
  }
  const at = (targetId = 'app') => stored.get(addressOf({ ...editedTarget, targetId }));
  return { stored, apply, openWindow, emit, notify, rejectDiscard, fillDisk, at };
}
