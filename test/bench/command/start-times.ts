import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../benchmark.ts';
import { median } from '../changes/timed.ts';
import { entry, timeOf } from './run-command.ts';

const rounds = 31;

/** The median of each round against a bare Node in the same round: other load on the machine affects both. */
function againstNode(args: readonly string[], env: NodeJS.ProcessEnv): number {
  timeOf(args, env);
  return median(Array.from({ length: rounds }, () => timeOf(args, env) / timeOf(['-e', '0'], env)));
}

/** How long short commands take. */
export async function measureStarts(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tdesk-bench-'));
  const env = { ...process.env, TDESK_STATE: folder, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  try {
    const tenant = ['--url', 'https://acme.example', '--client-id', 'desk'];
    for (const name of ['Staging', 'Production']) timeOf([entry, 'tenants', 'add', name, ...tenant], env);
    const figure = (command: string, goal: string): Figure => ({
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
}
