import { release } from 'node:os';
import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostics.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import type { Host } from '../platform/host/host.ts';
import { check } from './check.ts';
import { folderChecks } from './folder-checks.ts';
import { diagnosticsReport } from './report.ts';
import type { CheckedServices } from './service-checks.ts';
import { serviceChecks } from './service-checks.ts';

export interface DiagnosticsParts extends CheckedServices {
  /** The profile folder. */
  readonly folder: string;
  /** Of Tenant Desk. */
  readonly version: string;
  readonly host: Pick<Host, 'kind' | 'saveFile'>;
  readonly tenants: { list(): readonly TenantProfile[] };
  readonly now: () => number;
}

/** What supports a person who reports a problem: checks of the installation, and a report that can be given away. */
export function createDiagnostics(parts: DiagnosticsParts): {
  readonly handlers: HandlersOf<'diagnostics'>;
} {
  const { folder, tenants, host, now } = parts;

  async function runChecks(): Promise<readonly Diagnostic[]> {
    // The database was checked when it was opened, and checking it again would block the window.
    const ofFolder = { folder, countTenants: () => tenants.list().length, damage: () => undefined };
    return [
      await check('program', async () => `Tenant Desk ${parts.version}, ${modes[host.kind]}`),
      await check('runtime', async () => runtime()),
      ...(await folderChecks(ofFolder)),
      ...(await serviceChecks(parts)),
    ];
  }

  const report = async (): Promise<string> =>
    diagnosticsReport({ folder, tenants: tenants.list(), checks: await runChecks(), now });

  return {
    handlers: {
      'diagnostics.check': async () => [...(await runChecks())],
      'diagnostics.report': async () => ({ text: await report() }),
      async 'diagnostics.save'(_nothing, { signal }) {
        const text = await report();
        const date = new Date(now()).toISOString().slice(0, 10);
        return await host.saveFile(
          {
            ...{ title: 'Save diagnostics', extensions: ['.json'] },
            suggestedName: `tenant-desk-diagnostics-${date}.json`,
          },
          (sink) => sink(text),
          signal,
        );
      },
    },
  };
}

const modes = { electron: 'desktop', browser: 'browser mode', command: 'command line' } as const;

/** Electron names its own version first; elsewhere it has none. */
function runtime(): string {
  const versions: Readonly<Record<string, string | undefined>> = process.versions;
  const { electron, chrome, node } = versions;
  const shell = electron === undefined ? [] : [`Electron ${electron}`, `Chromium ${chrome}`];
  return [...shell, `Node ${node}`, `${process.platform} ${process.arch}`, release()].join(', ');
}
