import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { isDeskError } from '../errors/errors.ts';
import type { Guard } from './guard.ts';
import { isFromDesk, isFromPage, isPageSession } from '../bridge/page-handshake.ts';
import { isToRenderer } from '../bridge/to-renderer.ts';

const error = { code: 'not-found', message: 'Gone.', retryable: false, requestId: 'r1' };
const nonce = z.string().regex(/^[\w-]{22,64}$/);
const proof = z.string().regex(/^[\w-]{43}$/);
const sessionId = z.string().min(1).max(64);
const result = z.union([
  z.strictObject({ ok: z.literal(true), value: z.unknown().optional() }),
  z.strictObject({ ok: z.literal(false), error: deskErrorSchema }),
]);

interface Message {
  readonly guard: Guard<unknown>;
  /** The same check as a schema of the library. */
  readonly schema: z.core.$ZodType;
  readonly valid: readonly object[];
}

const messages: Readonly<Record<string, Message>> = {
  'an error': {
    guard: isDeskError,
    schema: deskErrorSchema,
    valid: [error, { ...error, detail: 'More.' }, { ...error, detail: undefined }],
  },
  'a message from main': {
    guard: isToRenderer,
    schema: z.union([
      z.strictObject({ type: z.literal('result'), id: z.string(), result }),
      z.strictObject({ type: z.literal('event'), name: z.string(), payload: z.unknown().optional() }),
    ]),
    valid: [
      { type: 'result', id: '1', result: { ok: true } },
      { type: 'result', id: '1', result: { ok: true, value: [1] } },
      { type: 'result', id: '1', result: { ok: false, error } },
      { type: 'event', name: 'drafts.changed', payload: { tenantId: 'acme' } },
    ],
  },
  'a message of an unadmitted page': {
    guard: isFromPage,
    schema: z.union([
      z.strictObject({ type: z.literal('hello'), sessionId, nonce }),
      z.strictObject({ type: z.literal('answer'), proof }),
    ]),
    valid: [
      { type: 'hello', sessionId: 's\n', nonce: 'n'.repeat(22) },
      { type: 'answer', proof: 'p'.repeat(43) },
    ],
  },
  'a handshake message of the app': {
    guard: isFromDesk,
    schema: z.union([
      z.strictObject({ type: z.literal('challenge'), nonce, proof }),
      z.strictObject({ type: z.literal('admitted') }),
    ]),
    valid: [{ type: 'challenge', nonce: 'n'.repeat(64), proof: 'p'.repeat(43) }, { type: 'admitted' }],
  },
  'a session': {
    guard: isPageSession,
    schema: z.strictObject({ sessionId, key: proof }),
    valid: [{ sessionId: 's'.repeat(64), key: 'k'.repeat(43) }],
  },
};

const edgeCases: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  '',
  'x',
  'x'.repeat(22),
  'x'.repeat(43),
  `${'x'.repeat(43)}\n`,
  'x'.repeat(65),
  [],
  [error],
  {},
  error,
  { ok: true },
  { ok: true, error },
  { ok: false, error: { ...error, code: 'toString' } },
  { ok: false, error: { ...error, stack: 'at main' } },
];

/** All variations of a message with a member removed, changed or added. */
function* invalidVariants(message: object): Generator {
  yield* edgeCases;
  for (const name of Object.keys(message)) {
    yield Object.fromEntries(Object.entries(message).filter(([one]) => one !== name));
    for (const value of edgeCases) yield { ...message, [name]: value };
  }
  for (const name of ['more', '__proto__', 'constructor'])
    for (const value of edgeCases)
      yield Object.defineProperty({ ...message }, name, { value, enumerable: true });
}

describe('a guard of the messages that a page reads', () => {
  it.each(Object.entries(messages))('accepts %s, and rejects what its schema rejects', (_name, of) => {
    const { guard, schema, valid } = of;
    let rejected = 0;
    for (const message of valid) {
      expect(guard(message)).toBe(true);
      for (const one of invalidVariants(message)) {
        const isValid = z.safeParse(schema, one).success;
        expect(guard(one), JSON.stringify(one)).toBe(isValid);
        if (!isValid) rejected += 1;
      }
    }
    expect(rejected).toBeGreaterThan(20);
  });
});
