import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { nodeBinary } from '../integration/tenant-process.ts';
import type { FaultyDesk } from './faulty-desk.ts';
import { createFaultyVault, startFaultyDesk } from './faulty-desk.ts';
import { isWrite } from './faulty-network.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import type { KillPoint } from './kill-points.ts';

/** A profile with its connection to the tenant: each app process starts where the previous one was killed. */
export interface KilledProfile {
  readonly tenant: FaultyTenant;
  readonly proxy: FaultProxy;
  readonly folder: string;
}

/** What the app does until it is killed; see `desk-in-child.ts`. */
export type Work =
  | { readonly does: 'type'; readonly targetId: string; readonly application: string }
  | { readonly does: 'apply' | 'roll back'; readonly planId: string };

/** The start of the child takes most of a round, so compiled code is cached between rounds. */
export const childEnvironment = {
  ...process.env,
  NODE_COMPILE_CACHE: join(tmpdir(), 'tenant-desk-faults-compiled'),
};
const child = fileURLToPath(new URL('./desk-in-child.ts', import.meta.url));
/** Longest time from the fatal request or save to the end. */
const laterMs = 12;

/** The app in this process, on the profile as it was left. */
export function startOn({ tenant, proxy, folder }: KilledProfile): FaultyDesk {
  const get = async () => tenant.accessToken;
  return startFaultyDesk({
    baseUrl: proxy.baseUrl,
    folder,
    vault: createFaultyVault(),
    tokens: { get, replace: get },
    pause: async () => undefined,
  });
}

/** Kills it after it has saved this often; returns its output lines, one for each acknowledgment. */
export function killAtSave(
  profile: KilledProfile,
  work: Work,
  { saves, killPoint }: { readonly saves: number; readonly killPoint: KillPoint },
): Promise<readonly string[]> {
  return killWhile(profile, work, (line, kill) => {
    if (line === `saved ${saves}`) void delay(killPoint.later * laterMs).then(kill);
  });
}

/** Kills it at one of its first `requests` requests, reads included; returns its output lines. */
export async function killAtRequest(
  profile: KilledProfile,
  work: Work,
  { requests, killPoint }: { readonly requests: number; readonly killPoint: KillPoint },
): Promise<readonly string[]> {
  const { proxy } = profile;
  const fatal = Math.floor(killPoint.at * requests);
  return await withFatalRequest(proxy, { fatal, killPoint }, (onStart) =>
    killWhile(profile, work, (_line, end) => onStart(end)),
  );
}

/** Calls what `run` passes to `onStart`, which kills it, at the request with this number. */
export async function withFatalRequest<Result>(
  proxy: FaultProxy,
  { fatal, killPoint }: { readonly fatal: number; readonly killPoint: KillPoint },
  run: (onStart: (kill: () => void) => void) => Promise<Result>,
): Promise<Result> {
  let kill: () => void = () => undefined;
  let count = 0;
  const dying = async (): Promise<void> => {
    await delay(killPoint.later * laterMs);
    kill();
  };
  proxy.setFaults((request) => {
    count += 1;
    // Half of them die after a while, wherever they are then; of the others the tenant gets the request or does not.
    if (count - 1 === fatal) void dying();
    if (count - 1 === fatal && killPoint.side < 0.25 && isWrite(request)) return { kind: 'hold-request' };
    if (count - 1 === fatal && killPoint.side < 0.5 && isWrite(request)) return { kind: 'hold-answer' };
    return { kind: 'pass' };
  });
  const result = await run((end) => {
    kill = end;
  });
  proxy.setFaults(() => ({ kind: 'pass' }));
  return result;
}

/** Runs the work in a child process, which may end before it is killed. */
async function killWhile(
  { folder, proxy, tenant }: KilledProfile,
  work: Work,
  onLine: (line: string, kill: () => void) => void,
): Promise<readonly string[]> {
  const args = [child, folder, proxy.baseUrl, tenant.accessToken, JSON.stringify(work)];
  const running = spawn(nodeBinary, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment,
  });
  const ended = once(running, 'exit');
  const lines: string[] = [];
  const reader = createInterface({ input: running.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    onLine(line, () => running.kill('SIGKILL'));
  });
  const closed = once(reader, 'close');
  await ended;
  await closed;
  return lines;
}
