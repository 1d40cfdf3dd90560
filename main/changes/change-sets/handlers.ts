import type { HandlersOf } from '../../../contract/methods.ts';
import { maxChangeSetBytes } from '../../../contract/change-sets.ts';
import { failure } from '../../platform/failure.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import type { Host } from '../../platform/host/host.ts';
import type { SessionDirectory } from '../../tenants/session/session-directory.ts';
import { signedInName } from '../../tenants/session/session-directory.ts';
import type { TenantDirectory } from '../../tenants/tenant-directory.ts';
import type { OpenedSet } from './change-set-file.ts';
import { isForTenant, readChangeSet } from './change-set-file.ts';
import type { ChangeSetWriting } from './write-change-set.ts';
import { changeSetText, itemsToSave } from './write-change-set.ts';

export interface ChangeSetParts extends ChangeSetWriting {
  readonly tenants: TenantDirectory;
  readonly sessions: SessionDirectory;
  readonly changeSets: OpenedFiles<OpenedSet>;
  readonly host: Pick<Host, 'openFile' | 'saveFile'>;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createChangeSetHandlers(parts: ChangeSetParts): HandlersOf<'changeSets'> {
  const { store, tenants, sessions, changeSets, host, kinds, newId, now } = parts;
  return {
    'changeSets.save': async ({ planId }, call) => {
      const plan = store.plan(planId);
      if (plan === undefined) throw failure('not-found', 'This plan is no longer there: it was discarded.');
      const itemIds = itemsToSave(parts, plan);
      const tenant = tenants.get(plan.tenantId);
      const made = { createdAt: now(), createdBy: signedInName(sessions, plan.tenantId) };
      const saved = await host.saveFile(
        {
          title: 'Save as change-set',
          suggestedName: `${fileNameOf(plan.title)}.json`,
          extensions: ['.json'],
        },
        async (sink) => {
          for (const piece of changeSetText(parts, { plan, tenant, itemIds }, made)) {
            call.signal.throwIfAborted();
            await sink(piece);
          }
        },
        call.signal,
      );
      if (saved === undefined) return undefined;
      const leftOut = store.counts(planId).total - itemIds.length;
      return { fileName: saved.fileName, count: itemIds.length, leftOut };
    },
    'changeSets.open': async (_input, call) => {
      const file = await host.openFile(
        { title: 'Open a change-set', extensions: ['.json'], maxBytes: maxChangeSetBytes },
        call.signal,
      );
      if (file === undefined) return undefined;
      const set = await readChangeSet(file, kinds, call.signal);
      const fileId = newId();
      changeSets.add(fileId, { fileName: file.name, set });
      return {
        fileId,
        name: file.name,
        title: set.title,
        createdBy: set.createdBy,
        createdAt: Date.parse(set.createdAt),
        count: set.changes.length,
        tenantName: set.tenant.name,
        tenantAddress: set.tenant.address,
        tenantId: tenants.list().find((tenant) => isForTenant(set, tenant))?.id ?? null,
      };
    },
  };
}

/** Letters and digits of any script, blanks and hyphens: what every file system takes. */
function fileNameOf(title: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N} -]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return name === '' ? 'change-set' : name.slice(0, 100);
}
