import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { TenantProcess } from '../embedded-tenant/tenant-process.ts';
import type { BrokerParts } from './query-runner-broker.ts';
import { brokerQueryRunners } from './query-runner-broker.ts';
import { superviseUtility } from './utility-process.ts';

/**
 * Runs the embedded tenant and its queries as utility processes: the packaged app can't run as plain Node, and Electron ends these
 * processes together with its own.
 */
export function forkTenant(parts: BrokerParts, args: readonly string[]): TenantProcess {
  const { child, ended, kill } = superviseUtility(parts, 'Embedded tenant', args);
  brokerQueryRunners(child, parts);
  // Electron types its Node streams too loosely.
  const lines = createInterface({
    input: child.stdout instanceof Readable ? child.stdout : Readable.from([]),
  });
  // Electron removes the stream's listeners when the process exits, before it could emit the end.
  void ended.then(() => lines.close());
  return { lines, ended, stop: () => void child.kill(), kill };
}
