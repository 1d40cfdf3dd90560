import type { MessageChannelMain, UtilityProcess } from 'electron';
import { z } from 'zod';
import { superviseUtility } from './utility-process.ts';
import type { UtilityLauncher } from './utility-process.ts';

const requestSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('start-query-runner'), id: z.int(), databaseFile: z.string().min(1) }),
  z.strictObject({ type: z.literal('kill-query-runner'), id: z.int() }),
]);

export interface BrokerParts extends UtilityLauncher {
  readonly createChannel: () => MessageChannelMain;
}

/** Two tenants with two queries each, plus killed ones that haven't exited yet. */
const maxRunners = 12;

/**
 * Starts query runners for the embedded tenant, a utility process that can't start processes itself: the same program with other
 * arguments, and a port to the tenant. They end with the tenant, or on its request.
 */
export function brokerQueryRunners(tenant: UtilityProcess, parts: BrokerParts): void {
  const running = new Map<number, { kill(): void }>();
  tenant.on('message', (message: unknown) => {
    const request = requestSchema.safeParse(message).data;
    if (request?.type === 'kill-query-runner') running.get(request.id)?.kill();
    if (request?.type !== 'start-query-runner') return;
    const { id, databaseFile } = request;
    const notifyEnded = (): void => tenant.postMessage({ type: 'query-runner-ended', id });
    if (running.size >= maxRunners || running.has(id)) return notifyEnded();
    const runner = superviseUtility(parts, 'Sandbox query', ['query-process', databaseFile]);
    running.set(id, runner);
    void runner.ended.then(() => {
      running.delete(id);
      notifyEnded();
    });
    const { port1, port2 } = parts.createChannel();
    runner.child.postMessage({ type: 'serve-queries' }, [port1]);
    tenant.postMessage({ type: 'query-runner-started', id }, [port2]);
  });
  tenant.once('exit', () => {
    for (const runner of running.values()) runner.kill();
  });
}
