import * as z from 'zod/mini';
import type { Guard } from '../values/guard.ts';
import { either, exactly, isText, literal } from '../values/guard.ts';
import type { ToRenderer } from './to-renderer.ts';
import { isToRenderer } from './to-renderer.ts';

/**
 * The code with which the other side closes a connection once every call that it has begun is answered: a call without a result was
 * not begun, and can be made again elsewhere.
 */
export const closedWithoutCall = 4001;

const callIdSchema = z.string().check(z.minLength(1), z.maxLength(64));

/**
 * What the command line and the Tenant Desk that has the profile open say to each other: the calls, results and events of a
 * page, and the files of a call, which arguments name in the place of dialogs.
 */
export const fromCommandSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('call'),
    id: callIdSchema,
    method: z.string().check(z.maxLength(64)),
    input: z.optional(z.unknown()),
    reading: z.optional(callIdSchema),
    files: z.strictObject({
      /** Absolute paths. */
      open: z.optional(z.string()),
      save: z.optional(z.string()),
      folder: z.optional(z.string()),
      /** The content of the saved file is sent as chunks, each of which waits for `taken`. */
      isStreamed: z.optional(z.boolean()),
    }),
  }),
  z.strictObject({ type: z.literal('taken'), id: callIdSchema }),
  z.strictObject({ type: z.literal('cancel'), id: callIdSchema }),
]);

export type FromCommand = z.infer<typeof fromCommandSchema>;

/** The first message: who has the profile open. */
export interface ReadyMessage {
  readonly type: 'ready';
  readonly version: string;
}

interface ChunkMessage {
  readonly type: 'chunk';
  /** Of the call. */
  readonly id: string;
  /** Base64. */
  readonly bytes: string;
}

export type ToCommand = ReadyMessage | ChunkMessage | ToRenderer;

export const isToCommand: Guard<ToCommand> = either(
  either(
    exactly<ReadyMessage>({ type: literal('ready'), version: isText }),
    exactly<ChunkMessage>({ type: literal('chunk'), id: isText, bytes: isText }),
  ),
  isToRenderer,
);
