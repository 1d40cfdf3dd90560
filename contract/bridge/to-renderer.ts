import type { DeskError } from '../errors/errors.ts';
import { isDeskError } from '../errors/errors.ts';
import type { Guard } from '../values/guard.ts';
import { either, exactly, isAnything, isText, literal } from '../values/guard.ts';

/** The result of a call. */
export type CallResult =
  { readonly ok: true; readonly value?: unknown } | { readonly ok: false; readonly error: DeskError };

interface ResultMessage {
  readonly type: 'result';
  /** ID of the call. */
  readonly id: string;
  readonly result: CallResult;
}

interface EventMessage {
  readonly type: 'event';
  readonly name: string;
  readonly payload?: unknown;
}

/** Messages from main to a page, the same for Electron's IPC and the browser host's WebSocket. */
export type ToRenderer = ResultMessage | EventMessage;

const isCallResult: Guard<CallResult> = either(
  exactly<Extract<CallResult, { ok: true }>>({ ok: literal(true), value: isAnything }),
  exactly<Extract<CallResult, { ok: false }>>({ ok: literal(false), error: isDeskError }),
);

export const isToRenderer: Guard<ToRenderer> = either(
  exactly<ResultMessage>({ type: literal('result'), id: isText, result: isCallResult }),
  exactly<EventMessage>({ type: literal('event'), name: isText, payload: isAnything }),
);
