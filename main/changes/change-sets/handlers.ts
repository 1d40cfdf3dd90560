import type { OpenedChangeSet } from '../../../contract/changes/change-sets.ts';
import {
  changeSetExtension,
  changeSetExtensions,
  maxChangeSetBytes,
} from '../../../contract/changes/change-set-files.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { CallContext, HandlersOf } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { ArrivedFiles } from '../../platform/arrivals/arrived-files.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import { fileStem } from '../../platform/files/file-stem.ts';
import type { Host } from '../../platform/host/host.ts';
import type { OpenedFile } from '../../platform/files/opened-file.ts';
import type { SessionDirectory } from '../../tenants/session/session-directory.ts';
import { signedInName } from '../../tenants/session/session-directory.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import { freshContext } from '../kind/change-context.ts';
import { checkConfirmation, requiredConfirmation } from '../plan/confirmation.ts';
import type { OpenedSet, SavedChange } from '../files/change-set-file.ts';
import { isForTenant, readChangeSet } from '../files/change-set-file.ts';
import { formatNumber, plural } from '../../../languages/text/intl.ts';
import { retargetChangeSet } from './retarget-change-set.ts';
import type { ChangeSetWriting, DraftSetWriting } from './write-change-set.ts';
import { changesOfDrafts, changeSetText, changesOfPlan, itemsToSave } from './write-change-set.ts';

export interface ChangeSetParts extends ChangeSetWriting, DraftSetWriting {
  readonly tenants: TenantDirectory;
  readonly sessions: SessionDirectory;
  readonly changeSets: OpenedFiles<OpenedSet>;
  readonly proposals: OpenedFiles<Proposal>;
  readonly host: Pick<Host, 'openFile' | 'saveFile'>;
  /** Files that the operating system passes to the program; not every host supports it. */
  readonly arrivedFiles?: ArrivedFiles | undefined;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A change set for another tenant that isn't confirmed yet. */
export interface Proposal {
  readonly opened: OpenedSet;
  readonly confirmation: string | null;
}

export function createChangeSetHandlers(parts: ChangeSetParts): HandlersOf<'changeSets'> {
  const { store, tenants, changeSets, proposals, host, kinds, newId } = parts;

  return {
    'changeSets.save': async ({ planId }, call) => {
      const plan = store.plan(planId);
      if (plan === undefined) throw failure('not-found', 'This plan no longer exists: it was discarded.');
      const itemIds = itemsToSave(parts, plan);
      const saved = await saveChangeSet(parts, plan, () => changesOfPlan(parts, plan, itemIds), call);
      return saved && { ...saved, skipped: store.counts(planId).total - itemIds.length };
    },
    'changeSets.saveDrafts': async ({ tenantId, drafts }, call) => {
      const keys = drafts.map((draft) => ({ ...draft, tenantId }));
      const title = titleOf(changesOfDrafts(parts, keys));
      const saved = await saveChangeSet(parts, { tenantId, title }, () => changesOfDrafts(parts, keys), call);
      return saved && { ...saved, skipped: keys.length - saved.count };
    },
    'changeSets.open': async (_input, call) => {
      const file = await host.openFile(
        { title: 'Open change set', extensions: changeSetExtensions, maxBytes: maxChangeSetBytes },
        call.signal,
      );
      return file === undefined ? undefined : await admitChangeSet(parts, file, call.signal);
    },
    'changeSets.openDropped': ({ name, text }, call) =>
      admitChangeSet(parts, { name, bytes: new TextEncoder().encode(text) }, call.signal),
    'changeSets.takeArrived': async (_input, call) => {
      const arrived = parts.arrivedFiles?.take() ?? [];
      return await Promise.all(
        arrived.map(async (file) => {
          try {
            const bytes = await file.read(maxChangeSetBytes);
            return { state: 'opened' as const, set: await admitChangeSet(parts, bytes, call.signal) };
          } catch (thrown) {
            return { state: 'rejected' as const, error: toDeskError(thrown) };
          }
        }),
      );
    },
    'changeSets.proposeRetarget': async ({ fileId, tenantId }, call) => {
      const { fileName, set } = changeSets.get(fileId);
      const tenant = tenants.get(tenantId);
      const madeFor = tenants.list().find((one) => isForTenant(set, one));
      const context = freshContext(tenant, call);
      const proposed = await retargetChangeSet(kinds, { set, madeFor }, context);
      const proposalId = newId();
      const confirmation = requiredConfirmation(tenant, proposed.applicable.length);
      proposals.add(proposalId, {
        opened: { fileName, set: proposed.set, madeFor: set.tenant.name },
        confirmation,
      });
      return {
        proposalId,
        fileName,
        from: { name: set.tenant.name, address: set.tenant.address },
        applicable: [...proposed.applicable],
        skipped: [...proposed.skipped],
        confirmation,
      };
    },
    'changeSets.retarget': async ({ proposalId, confirmation }) => {
      const { opened, confirmation: required } = proposals.get(proposalId);
      checkConfirmation(required, confirmation);
      const fileId = newId();
      changeSets.add(fileId, opened);
      return { fileId };
    },
  };
}

async function saveChangeSet(
  { tenants, sessions, host, now }: ChangeSetParts,
  about: { readonly tenantId: string; readonly title: string },
  changes: () => Iterable<SavedChange>,
  call: CallContext,
): Promise<{ readonly fileName: string; readonly count: number } | undefined> {
  const head = {
    title: about.title,
    tenant: tenants.get(about.tenantId),
    createdAt: now(),
    createdBy: signedInName(sessions, about.tenantId),
  };
  let count = 0;
  const counted = function* () {
    for (const change of changes()) {
      count += 1;
      yield change;
    }
  };
  const saved = await host.saveFile(
    {
      title: 'Save as change set',
      suggestedName: `${fileStem(about.title, 'change-set')}${changeSetExtension}`,
      extensions: [changeSetExtension],
    },
    async (sink) => {
      count = 0;
      for (const piece of changeSetText(head, counted())) {
        call.signal.throwIfAborted();
        await sink(piece);
      }
    },
    call.signal,
  );
  return saved === undefined ? undefined : { fileName: saved.fileName, count };
}

/** Checks a file and keeps it open. Throws as `readChangeSet` does. */
async function admitChangeSet(
  { kinds, changeSets, tenants, newId }: ChangeSetParts,
  file: OpenedFile,
  signal: AbortSignal,
): Promise<OpenedChangeSet> {
  const set = await readChangeSet(file, kinds, signal);
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
}

/** `Change script · Payroll` or `12 changes`. Throws `invalid-input` if there is none. */
function titleOf(changes: Iterable<SavedChange>): string {
  let first: SavedChange | undefined;
  let count = 0;
  for (const change of changes) {
    first ??= change;
    count += 1;
  }
  if (first === undefined) {
    throw failure('invalid-input', 'These drafts have no changes.');
  }
  return plural(count, { one: `${first.title} · ${first.name}`, other: `${formatNumber(count)} changes` });
}
