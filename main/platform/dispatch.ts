import type { z } from 'zod';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { ToMain } from '../../contract/bridge/envelope.ts';
import type { CallResult } from '../../contract/bridge/to-renderer.ts';
import { toMainSchema } from '../../contract/bridge/envelope.ts';
import { DeskFailure, toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Lane, ParsedInputOf } from '../../contract/schema/method.ts';
import type {
  CallContext,
  Handlers,
  MethodName,
  Methods,
  SharedReading,
} from '../../contract/bridge/methods.ts';
import { isMethodName, methods } from '../../contract/bridge/methods.ts';
import { failure } from './errors/failure.ts';
import { checkInChunks } from './json/check-in-chunks.ts';
import type { ManagedPolicy } from './policy/managed-policy.ts';
import type { CallOrigin } from './policy/method-guard.ts';
import { rejectForbidden } from './policy/method-guard.ts';
import { createSharedReading } from './shared-reading.ts';
import { createYielder } from './timing/yielder.ts';
import { invalidInput } from './invalid-input.ts';
import type { Log } from './log/log.ts';
import type { Slots } from './timing/slots.ts';
import { createSlots } from './timing/slots.ts';
import { storageFailure } from './storage/storage-failure.ts';

export interface DispatcherOptions {
  readonly handlers: Handlers;
  readonly policy: ManagedPolicy;
  readonly newRequestId: () => string;
  /** Receives unexpected errors in full; the renderer only gets a generic message. */
  readonly log: Log;
  /** Checks every answer against the contract: for development and tests. */
  readonly checksOutput: boolean;
}

/** Connects one view to the handlers. Call IDs are local to it, and closing it only ends its calls. */
export interface Caller {
  /**
   * Handles a message from the renderer: a call resolves to its result, a cancel to undefined. Never rejects. `isTrusted` is the
   * host's decision about the sender; messages of an untrusted one reach no handler.
   */
  receive(message: unknown, isTrusted: boolean): Promise<CallResult | undefined>;
  /** Aborts running calls, when the view is closed. */
  close(): void;
}

export interface Dispatcher {
  /** `origin` is `window` unless given. */
  openCaller(origin?: CallOrigin): Caller;
}

/** Per lane. */
const callLimits = { held: 64, waiting: 1000 };

/** Creates the only path from views to services: validated in both directions, cancelable, and rate-limited. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  return { openCaller: (origin = 'window') => openCaller(options, origin) };
}

function openCaller(options: DispatcherOptions, origin: CallOrigin): Caller {
  const running = new Map<string, AbortController>();
  const lanes = { tenant: createSlots(callLimits), local: createSlots(callLimits) } satisfies Record<
    Lane,
    Slots
  >;

  /** Only the latest: an earlier one is over. */
  let latest: { readonly id: string; readonly reading: SharedReading } | undefined;
  function readingOf(id: string): SharedReading {
    if (latest?.id !== id) latest = { id, reading: createSharedReading() };
    return latest.reading;
  }

  async function call(message: Extract<ToMain, { type: 'call' }>, requestId: string): Promise<CallResult> {
    const name = message.method;
    if (!isMethodName(name)) throw failure('invalid-input', 'Unknown method.');
    if (running.has(message.id)) throw failure('invalid-input', 'A call with this ID is already running.');
    const controller = new AbortController();
    running.set(message.id, controller);
    try {
      const release = await lanes[methods[name].lane].take(controller.signal);
      try {
        const reading = message.reading === undefined ? undefined : readingOf(message.reading);
        const context = {
          signal: controller.signal,
          requestId,
          ...(reading === undefined ? {} : { reading }),
        };
        return { ok: true, value: await runHandler({ ...options, origin }, name, message.input, context) };
      } finally {
        release();
      }
    } catch (error) {
      throw controller.signal.aborted && !(error instanceof DeskFailure) ? canceled(error) : error;
    } finally {
      running.delete(message.id);
    }
  }

  return {
    async receive(message, isTrusted) {
      const requestId = options.newRequestId();
      let method = '(unreadable)';
      try {
        if (!isTrusted) throw failure('untrusted-sender', 'This page isn’t allowed to call Tenant Desk.');
        const parsed = toMainSchema.safeParse(message);
        if (!parsed.success) throw invalidInput(parsed.error);
        if (parsed.data.type === 'cancel') {
          running.get(parsed.data.id)?.abort(canceled());
          return undefined;
        }
        method = parsed.data.method;
        return await call(parsed.data, requestId);
      } catch (error) {
        return { ok: false, error: describe(error, { requestId, method, log: options.log }) };
      }
    },
    close() {
      for (const controller of running.values()) controller.abort(canceled());
    },
  };
}

async function runHandler(
  options: DispatcherOptions & { readonly origin: CallOrigin },
  name: MethodName,
  input: unknown,
  context: CallContext,
): Promise<unknown> {
  const checked = await checkInput(name, input);
  rejectForbidden(options.policy, name, checked, options.origin);
  const value = await handle(options.handlers, name, checked, context);
  if (options.checksOutput) await checkOutput(name, value);
  return value;
}

/** The cast links the parsed input to its handler, which the compiler can't infer from a union of names. */
function handle<Name extends MethodName>(
  handlers: Handlers,
  name: Name,
  input: unknown,
  context: CallContext,
): Promise<unknown> {
  return handlers[name](input as ParsedInputOf<Methods[Name]>, context);
}

/** A plan may have thousands of items: yields to other work while validating a large input. */
async function checkInput(name: MethodName, input: unknown): Promise<unknown> {
  const schema: z.ZodType = methods[name].input;
  const checked = await checkInChunks(schema, input, createYielder());
  if (checked.ok) return checked.value;
  const { error } = schema.safeParse(input);
  throw error === undefined ? new Error(`The input of ${name} couldn't be validated.`) : invalidInput(error);
}

async function checkOutput(name: MethodName, value: unknown): Promise<void> {
  const checked = await checkInChunks(methods[name].output, value, createYielder());
  if (checked.ok) return;
  const fields = checked.problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The result of ${name} violates its contract: ${fields.join('; ')}`);
}

function canceled(cause?: unknown): DeskFailure {
  return failure('canceled', 'Canceled.', { cause });
}

/** The error sent to the page. Errors other than `DeskFailure` are logged in full and replaced by a generic one. */
function describe(
  error: unknown,
  call: { readonly requestId: string; readonly method: string; readonly log: Log },
): DeskError {
  const { requestId, method, log } = call;
  if (error instanceof DeskFailure) {
    return { ...error.error, requestId: error.error.requestId === '' ? requestId : error.error.requestId };
  }
  log.write('error', 'call.failed', { requestId, method, error });
  const ofDisk = storageFailure(error);
  if (ofDisk !== undefined) return { ...ofDisk.error, requestId };
  const { detail: _detail, ...general } = toDeskError(undefined);
  return { ...general, requestId };
}
