import { describe, expect, it } from 'vitest';
import { noPolicy } from './policy/managed-policy.ts';
import type { Handlers } from '../../contract/bridge/methods.ts';
import { fakeHandlers } from '../../test/fakes/handlers.ts';
import type { Caller } from './dispatch.ts';
import { createDispatcher } from './dispatch.ts';
import { failure } from './errors/failure.ts';

interface Written {
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

function openCaller(given: Partial<Handlers>, written: Written[] = []): Caller {
  let calls = 0;
  return createDispatcher({
    handlers: fakeHandlers(given),
    policy: noPolicy,
    newRequestId: () => `request-${(calls += 1)}`,
    log: { write: (_level, event, fields = {}) => void written.push({ event, fields }) },
    checksOutput: true,
  }).openCaller();
}

const listTenants = { type: 'call', id: '1', method: 'tenants.list' };

/** A handler that ends only on request. */
function heldHandler() {
  const started = Promise.withResolvers<AbortSignal>();
  const held = Promise.withResolvers<undefined>();
  const handlers: Partial<Handlers> = {
    'settings.get': async (_input, { signal }) => {
      started.resolve(signal);
      await held.promise;
      signal.throwIfAborted();
      throw new Error('was not canceled');
    },
  };
  return { handlers, started: started.promise, end: () => held.resolve(undefined) };
}

describe('a call', () => {
  it('reaches its handler with validated input, defaults and a request ID', async () => {
    const seen: unknown[] = [];
    const caller = openCaller({
      'history.list': (input, { requestId }) => {
        seen.push(input, requestId);
        return Promise.resolve([]);
      },
    });
    const call = { type: 'call', id: 'a', method: 'history.list', input: { tenantId: 't1' } };
    expect(await caller.receive(call, true)).toEqual({ ok: true, value: [] });
    expect(seen).toEqual([{ tenantId: 't1', limit: 500 }, 'request-1']);
  });

  it('from an untrusted sender reaches no handler', async () => {
    let isReached = false;
    const caller = openCaller({
      'tenants.list': () => {
        isReached = true;
        return Promise.resolve([]);
      },
    });
    expect(await caller.receive(listTenants, false)).toMatchObject({
      ok: false,
      error: { code: 'untrusted-sender' },
    });
    expect(isReached).toBe(false);
  });

  it('of an unknown method is rejected, even if it is the name of an inherited property', async () => {
    const caller = openCaller({});
    for (const method of ['tenants.none', 'constructor', '__proto__', 'toString']) {
      const result = await caller.receive({ type: 'call', id: '1', method }, true);
      expect(result).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    }
  });

  it.each([undefined, null, 7, 'call', [], {}, { type: 'call' }, { type: 'call', id: '', method: 'x' }])(
    'with an invalid envelope is rejected: %j',
    async (message) => {
      const result = await openCaller({}).receive(message, true);
      expect(result).toMatchObject({ ok: false, error: { code: 'invalid-input', requestId: 'request-1' } });
    },
  );

  it('with invalid input is rejected with the field name, and without the value', async () => {
    const input = { profile: { name: 'A', clientSecret: 7 }, secret: 'do not quote' };
    const caller = openCaller({});
    const result = await caller.receive({ type: 'call', id: '1', method: 'tenants.update', input }, true);
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid-input', retryable: false } });
    expect(JSON.stringify(result)).toContain('profile, client secret');
    expect(JSON.stringify(result)).not.toContain('do not quote');
  });

  it('with the ID of a running call is rejected, and the first one continues', async () => {
    const held = heldHandler();
    const caller = openCaller(held.handlers);
    const first = caller.receive({ type: 'call', id: '1', method: 'settings.get' }, true);
    await held.started;
    expect(await caller.receive(listTenants, true)).toMatchObject({
      ok: false,
      error: { code: 'invalid-input' },
    });
    held.end();
    expect(await first).toMatchObject({ ok: false, error: { code: 'internal' } });
  });
});

describe('a local call', () => {
  it('is answered at once, regardless of how many calls wait for a tenant', async () => {
    const stalled: AbortSignal[] = [];
    const caller = openCaller({
      'roles.list': (_input, { signal }) => {
        stalled.push(signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        });
      },
      'tenants.list': () => Promise.resolve([]),
    });
    const reads = Array.from({ length: 200 }, (_, index) =>
      caller.receive(
        {
          type: 'call',
          id: `read-${index}`,
          method: 'roles.list',
          input: { tenantId: 't1', freshness: 'tenant-first' },
        },
        true,
      ),
    );
    expect(await caller.receive(listTenants, true)).toEqual({ ok: true, value: [] });
    expect(stalled.length).toBeGreaterThan(0);
    expect(stalled.length).toBeLessThan(200);
    caller.close();
    for (const read of await Promise.all(reads)) {
      expect(read).toMatchObject({ ok: false, error: { code: 'canceled' } });
    }
  });
});

describe('a failure', () => {
  it('of type DeskFailure is passed on with the request ID', async () => {
    const caller = openCaller({
      'tenants.list': () =>
        Promise.reject(failure('unreachable', 'Acme does not answer.', { detail: 'ECONNREFUSED' })),
    });
    expect(await caller.receive(listTenants, true)).toEqual({
      ok: false,
      error: {
        code: 'unreachable',
        message: 'Acme does not answer.',
        detail: 'ECONNREFUSED',
        retryable: true,
        requestId: 'request-1',
      },
    });
  });

  it('of any other type is replaced by a generic error, and logged in full with the same ID', async () => {
    const error = new Error('token eyJhbGciOi leaked');
    const written: Written[] = [];
    const caller = openCaller({ 'tenants.list': () => Promise.reject(error) }, written);
    const result = await caller.receive(listTenants, true);
    expect(result).toMatchObject({ ok: false, error: { code: 'internal', requestId: 'request-1' } });
    expect(JSON.stringify(result)).not.toMatch(/eyJ|dispatch|at /);
    expect(written).toEqual([
      { event: 'call.failed', fields: { requestId: 'request-1', method: 'tenants.list', error } },
    ]);
  });

  it('thrown synchronously is handled the same way', async () => {
    const caller = openCaller({
      'tenants.list': () => {
        throw failure('storage-failed', 'The disk is full.');
      },
    });
    expect(await caller.receive(listTenants, true)).toMatchObject({
      ok: false,
      error: { code: 'storage-failed' },
    });
  });

  it('is returned for a result that violates the contract', async () => {
    const written: Written[] = [];
    const caller = openCaller({ 'session.list': () => Promise.resolve([]) }, written);
    const broken = openCaller(
      { 'queryLibrary.addFolder': (input) => Promise.resolve({ ...input, id: '' }) },
      written,
    );
    const folder = { name: 'Roles' };
    const result = await broken.receive(
      { type: 'call', id: '1', method: 'queryLibrary.addFolder', input: folder },
      true,
    );
    expect(result).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(String(written[0]?.fields['error'])).toContain('queryLibrary.addFolder');
    expect(await caller.receive({ type: 'call', id: '1', method: 'session.list' }, true)).toEqual({
      ok: true,
      value: [],
    });
  });
});

describe('canceling', () => {
  it('aborts the signal of its call, and the call fails as canceled', async () => {
    const held = heldHandler();
    const caller = openCaller(held.handlers);
    const response = caller.receive({ type: 'call', id: '1', method: 'settings.get' }, true);
    const signal = await held.started;
    expect(await caller.receive({ type: 'cancel', id: '1' }, true)).toBeUndefined();
    expect(signal.aborted).toBe(true);
    held.end();
    expect(await response).toMatchObject({ ok: false, error: { code: 'canceled' } });
  });

  it('by an untrusted sender aborts nothing', async () => {
    const held = heldHandler();
    const caller = openCaller(held.handlers);
    const response = caller.receive({ type: 'call', id: '1', method: 'settings.get' }, true);
    const signal = await held.started;
    await caller.receive({ type: 'cancel', id: '1' }, false);
    expect(signal.aborted).toBe(false);
    caller.close();
    held.end();
    await response;
  });

  it('does not affect a call with the same ID from another page', async () => {
    const held = heldHandler();
    const dispatcher = createDispatcher({
      policy: noPolicy,
      handlers: fakeHandlers(held.handlers),
      newRequestId: () => 'request',
      log: { write: () => undefined },
      checksOutput: true,
    });
    const [one, other] = [dispatcher.openCaller(), dispatcher.openCaller()];
    const response = one.receive({ type: 'call', id: '1', method: 'settings.get' }, true);
    const signal = await held.started;
    await other.receive({ type: 'cancel', id: '1' }, true);
    other.close();
    expect(signal.aborted).toBe(false);
    one.close();
    expect(signal.aborted).toBe(true);
    held.end();
    expect(await response).toMatchObject({ ok: false, error: { code: 'canceled' } });
  });

  it('ignores a call that has already ended', async () => {
    const caller = openCaller({ 'tenants.list': () => Promise.resolve([]) });
    await caller.receive(listTenants, true);
    expect(await caller.receive({ type: 'cancel', id: '1' }, true)).toBeUndefined();
    expect(await caller.receive({ type: 'cancel', id: 'never was' }, true)).toBeUndefined();
  });
});

describe('calls of one reading', () => {
  it('share what they read, until the next reading, and no others do', async () => {
    let reads = 0;
    const caller = openCaller({
      'tenants.list': async (_input, { reading }) => {
        const read = async (): Promise<[]> => {
          reads += 1;
          return [];
        };
        return await (reading?.once('tenants', read) ?? read());
      },
    });
    const readAfter = async (reading?: string): Promise<number> => {
      const result = await caller.receive({ ...listTenants, ...(reading && { reading }) }, true);
      expect(result).toMatchObject({ ok: true });
      return reads;
    };
    expect([await readAfter('a'), await readAfter('a')]).toEqual([1, 1]);
    expect([await readAfter(), await readAfter()]).toEqual([2, 3]);
    expect([await readAfter('b'), await readAfter('b'), await readAfter('a')]).toEqual([4, 4, 5]);
  });

  it('repeat a read that failed', async () => {
    let reads = 0;
    const caller = openCaller({
      'tenants.list': async (_input, { reading }) =>
        (await reading?.once('tenants', async (): Promise<[]> => {
          reads += 1;
          if (reads === 1) throw failure('unreachable', 'Gone.');
          return [];
        })) ?? [],
    });
    const call = { ...listTenants, reading: 'a' };
    expect(await caller.receive(call, true)).toMatchObject({ ok: false });
    expect(await caller.receive(call, true)).toMatchObject({ ok: true });
  });
});
