import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Benchmark } from './benchmark.ts';

const entry = fileURLToPath(new URL('../../tools/tdesk.js', import.meta.url));
const rounds = 31;

/** Runs Node to completion and returns the duration in milliseconds. */
function timeOf(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}

/** The median of each round against a bare Node in the same round: other load on the machine affects both. */
function againstNode(args: readonly string[], env: NodeJS.ProcessEnv): number {
  timeOf(args, env);
  const ratios = Array.from({ length: rounds }, () => timeOf(args, env) / timeOf(['-e', '0'], env));
  return ratios.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN;
}

const benchmark: Benchmark = {
  name: 'command',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'tdesk-bench-'));
    const env = { ...process.env, TDESK_STATE: folder, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    try {
      const tenant = ['--url', 'https://acme.example', '--client-id', 'desk'];
      for (const name of ['Staging', 'Production']) timeOf([entry, 'tenants', 'add', name, ...tenant], env);
      const figure = (command: string, goal: string) => ({
        figure: `tdesk ${command}`,
        unit: 'times as long',
        reference: 'node -e 0',
        ratio: againstNode([entry, ...command.split(' ')], env),
        goal,
      });
      return [
        figure('--version', 'at most 2.0'),
        figure('tenants list', 'at most 3.0'),
        figure('complete -- apps list --tenant S', 'at most 4.0'),
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

export default benchmark;
