import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_TOKEN } from './analytics-tenant.ts';
import { startReceiver, type ReceivedRequest, type WebhookReceiver } from './webhook-receiver.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 4);
const HOOKS = ['/steady', '/shaky'] as const;
const AUTHORIZATION = { authorization: `Bearer ${GOOD_TOKEN}`, 'content-type': 'application/json' };

/**
 * Raises numbered alerts without pause while the delivering process is killed again and again in the middle
 * of its work, then lets the last one finish and looks at what two receivers got.
 */
describe('deliveries survive kill -9', () => {
  let receiver: WebhookReceiver;
  const dataFolder = mkdtempSync(join(tmpdir(), 'tenant-desk-kill-'));
  const acknowledged: number[] = [];
  let lastNumber = 0;

  beforeAll(async () => {
    receiver = await startReceiver();
    // The second hook rejects every third event once, so that kills also affect deliveries that wait for a retry.
    const rejected = new Set<number>();
    receiver.respondWith((request) => {
      const number = numberOf(request);
      if (request.path !== '/shaky' || number % 3 !== 0 || rejected.has(number)) return { status: 200 };
      rejected.add(number);
      return { status: 500 };
    });
  });
  afterAll(async () => {
    await receiver.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it(
    `loses no acknowledged event and keeps the order of each rule over ${ROUNDS} kills`,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const running = await startProcess(dataFolder);
        if (round === 0) await addHooks(running.url, receiver.url);
        const killAt = receiver.requests.length + 5 + ((round * 7) % 23);
        const raising = raiseUntilGone(running.url);
        await receiver.received(killAt);
        running.process.kill('SIGKILL');
        await once(running.process, 'exit');
        await raising;
      }
      const last = await startProcess(dataFolder);
      await raise(last.url);
      await arrivalOf(lastNumber, receiver);
      last.process.kill('SIGKILL');

      expect(acknowledged.length).toBeGreaterThan(ROUNDS);
      for (const hook of HOOKS) {
        const requests = receiver.requests.filter((request) => request.path === hook);
        const numbers = requests.map(numberOf);
        const arrived = new Set(numbers);
        expect(acknowledged.filter((number) => !arrived.has(number))).toEqual([]);
        expect(numbers.findIndex((number, index) => number < (numbers[index - 1] ?? 0))).toBe(-1);
        // Repetitions have the same ID: one per event, whatever happened in between.
        const identifiers = new Set(requests.map((request) => request.headers['x-webhook-delivery']));
        expect(identifiers.size).toBe(arrived.size);
      }
      const perHook = HOOKS.map(
        (hook) => receiver.requests.filter((request) => request.path === hook).length,
      );
      console.log(
        `${ROUNDS} kills: ${acknowledged.length} events acknowledged, 0 lost, 0 out of order; ` +
          `${perHook.join(' and ')} requests at the two receivers, repetitions included`,
      );
    },
    60_000 + ROUNDS * 10_000,
  );

  async function raise(url: string): Promise<void> {
    const number = ++lastNumber;
    const response = await fetch(`${url}/sandbox/events`, {
      method: 'POST',
      headers: AUTHORIZATION,
      body: JSON.stringify({
        event_type: 'SecurityAlert',
        risk_level: 'High',
        columns: { reason: String(number) },
      }),
    });
    if (response.status !== 202) throw new Error(`Raising an event was answered with ${response.status}.`);
    await response.arrayBuffer();
    acknowledged.push(number);
  }

  /** Ends when the process is gone; a request that got no answer was not acknowledged. */
  async function raiseUntilGone(url: string): Promise<void> {
    for (;;) {
      try {
        await raise(url);
      } catch (error) {
        if (error instanceof TypeError) return;
        throw error;
      }
    }
  }
});

async function startProcess(dataFolder: string): Promise<{ process: ChildProcess; url: string }> {
  const script = join(import.meta.dirname, 'delivery-process.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code) =>
      reject(new Error(`The delivering process ended with ${code} before it was ready.`)),
    );
  });
  return { process: child, url };
}

async function addHooks(url: string, receiverUrl: string): Promise<void> {
  for (const hook of HOOKS) {
    const response = await fetch(`${url}/analytics/services/v1.0/rules/webhook`, {
      method: 'POST',
      headers: AUTHORIZATION,
      body: JSON.stringify({
        name: hook,
        description: '',
        url: receiverUrl + hook,
        method: 'POST',
        content_type: 'text/plain',
        headers: '',
        request_body: '${event.reason}',
        enabled: true,
        event_type: 'SecurityAlert',
        risk_level: 'Low',
      }),
    });
    expect(response.status).toBe(204);
  }
}

async function arrivalOf(number: number, receiver: WebhookReceiver): Promise<void> {
  for (const hook of HOOKS) {
    while (!receiver.requests.some((request) => request.path === hook && numberOf(request) === number)) {
      await receiver.received(receiver.requests.length + 1);
    }
  }
}

function numberOf(request: ReceivedRequest): number {
  return Number(request.body);
}
