import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { ManagedPolicy } from '../../main/platform/policy/managed-policy.ts';
import { noPolicy } from '../../main/platform/policy/managed-policy.ts';
import type { SessionState } from '../../contract/tenants/session.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import type { ChangeService } from '../../main/changes/service/change-service.ts';
import { createChangeService } from '../../main/changes/service/change-service.ts';
import { draftSchemaSteps } from '../../main/changes/drafts/draft-schema.ts';
import type { DraftService } from '../../main/changes/drafts/draft-service.ts';
import { createDraftService } from '../../main/changes/drafts/draft-service.ts';
import { createDraftStore } from '../../main/changes/drafts/draft-store.ts';
import { createKindTable } from '../../main/changes/kind/kind-table.ts';
import type { RegisteredKind } from '../../main/changes/kind/registered-kind.ts';
import { changeSchemaSteps } from '../../main/changes/record/plan-schema.ts';
import type { PlanStore } from '../../main/changes/record/plan-store.ts';
import { createConfirmationWindow } from '../../main/changes/confirmation/confirmation-window.ts';
import { createConfirmationStore } from '../../main/changes/confirmation/confirmation-store.ts';
import { createPlanStore } from '../../main/changes/record/plan-store.ts';
import { createVersionRecorder } from '../../main/changes/versions/version-recorder.ts';
import type { VersionStore } from '../../main/changes/versions/version-store.ts';
import { createVersionStore } from '../../main/changes/versions/version-store.ts';
import { failure } from '../../main/platform/errors/failure.ts';
import { createOpenedFiles } from '../../main/platform/files/opened-files.ts';
import type { RecordingHost } from '../fakes/recording-host.ts';
import { createRecordingHost } from '../fakes/recording-host.ts';
import { aTenantProfile } from './a-tenant-profile.ts';

/** The changes of an app as its next start would find them: everything but the database is recreated. */
export interface TestChanges {
  readonly changes: ChangeService;
  readonly drafts: DraftService;
  readonly store: PlanStore;
  readonly versions: VersionStore;
  readonly host: RecordingHost;
  /** Damages an item as a newer version might have written it. */
  damageItem(itemId: string): void;
  /** The same database, as after a restart. */
  restart(changes?: Partial<TestChangesOptions>): TestChanges;
}

export interface TestChangesOptions {
  readonly policy: ManagedPolicy;
  readonly kinds: readonly RegisteredKind[];
  readonly tenants: readonly TenantProfile[];
  readonly session: (tenantId: string) => SessionState;
}

/** The change service with a spec's own kinds, in memory, on one tenant that doesn't have to exist. */
export function aChangeService(
  options: Pick<TestChangesOptions, 'kinds'> & Partial<TestChangesOptions>,
): TestChanges {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA foreign_keys = ON');
  for (const { steps } of [draftSchemaSteps, changeSchemaSteps]) {
    for (const step of steps) database.exec(step);
  }
  return startOn(database, {
    policy: noPolicy,
    tenants: [aTenantProfile()],
    session: (tenantId) => ({
      tenantId,
      state: 'signed-in',
      user: { subject: 'admin', name: 'Ada Admin' },
      expiresAt: Number.MAX_SAFE_INTEGER,
      canRefresh: false,
      storedIn: 'memory',
    }),
    ...options,
  });
}

function startOn(database: DatabaseSync, options: TestChangesOptions): TestChanges {
  const host = createRecordingHost();
  const store = createPlanStore(database);
  const versions = createVersionStore(database);
  const common = { kinds: createKindTable(options.kinds), emit: host.emit, now: Date.now };
  const drafts = createDraftService({
    ...common,
    store: createDraftStore(database),
    localKinds: new Map(),
    applied: store,
  });
  const tenants = {
    list: () => options.tenants,
    get(wanted: string) {
      const tenant = options.tenants.find(({ id }) => id === wanted);
      if (tenant === undefined) throw failure('not-found', 'Tenant not found.');
      return tenant;
    },
  };
  const changes = createChangeService({
    ...common,
    policy: options.policy,
    store,
    confirmations: createConfirmationWindow({
      ...{ ...common, store, tenants, tryTo: (work) => work() },
      windows: createConfirmationStore(database),
    }),
    drafts,
    versions: createVersionRecorder({ store: versions, tryTo: (work) => work(), now: Date.now }),
    changeSets: createOpenedFiles('The change set is no longer open.'),
    tenants,
    sessions: { status: options.session },
    newId: randomUUID,
    verifyPauses: [],
  });
  return {
    changes,
    drafts,
    store,
    versions,
    host,
    damageItem: (itemId) =>
      void database.prepare(`UPDATE plan_items SET verb = 'rename' WHERE id = ?`).run(itemId),
    restart: (other = {}) => startOn(database, { ...options, ...other }),
  };
}
