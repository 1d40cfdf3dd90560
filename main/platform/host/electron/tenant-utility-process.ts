import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { TenantProcess } from '../embedded-tenant/tenant-process.ts';
import type { BrokerParts } from './query-runner-broker.ts';
import { brokerQueryRunners } from './query-runner-broker.ts';
import { superviseUtility } from './utility-process.ts';

/**
 * Runs the embedded tenant as a utility process, and its queries as further ones: the packaged program cannot run as
 * plain Node, and Electron ends these processes with its own.
 */
export function forkTenant(parts: BrokerParts, args: readonly string[]): TenantProcess {
  const { child, ended, kill } = superviseUtility(parts, 'Embedded tenant', args);
  brokerQueryRunners(child, parts);
  // Electron hands out Node streams under a type that says less.
  const lines = createInterface({
    input: child.stdout instanceof Readable ? child.stdout : Readable.from([]),
  });
  // Electron forgets who listens to the stream when the process ends, before it could say that nothing more comes.
  void ended.then(() => lines.close());
  return { lines, ended, stop: () => void child.kill(), kill };
}
