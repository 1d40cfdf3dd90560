import type { BackupChoice } from '../../contract/backup/backup-sections.ts';
import type {
  BackupPreview,
  LastBackup,
  OpenedBackup,
  RestoredBackup,
} from '../../contract/backup/backup.ts';
import { lastBackupSchema } from '../../contract/backup/backup.ts';
import type { Settings } from '../../contract/settings/settings.ts';
import { failure } from '../platform/errors/failure.ts';
import type { Host } from '../platform/host/host.ts';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import { managedSettings } from '../platform/policy/managed-settings.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import { changedSettings, onlyChanged } from '../platform/settings/changed-settings.ts';
import { rejectUnusable } from '../platform/settings/reject-unusable.ts';
import type { SettingsStore } from '../platform/settings/settings-store.ts';
import type { ViewStateStore } from '../platform/settings/view-state-store.ts';
import type { Database } from '../platform/storage/database.ts';
import { transaction } from '../platform/storage/database.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';
import type { TenantStore } from '../tenants/directory/tenant-store.ts';
import { backUpBeforeRestore } from './backup-before-restore.ts';
import type { BackupFile } from './backup-header.ts';
import { damagedBackup, readBackupFile } from './backup-header.ts';
import type { BackupLimits } from './backup-records.ts';
import { backupLimits } from './backup-records.ts';
import { compareRows } from './compare-rows.ts';
import { previewBackup } from './preview-backup.ts';
import { restoreRows } from './restore-rows.ts';
import { restoreSecrets } from './restore-secrets.ts';
import { unseal } from './seal.ts';
import type { StagedBackup } from './staged-backup.ts';
import { removeStaged, stageBackup } from './staged-backup.ts';
import type { TenantMapping } from './tenant-mapping.ts';
import { mapTenants } from './tenant-mapping.ts';
import type { WriteOptions } from './write-backup.ts';
import { writeBackup } from './write-backup.ts';

export interface BackupParts {
  /** The profile folder. */
  readonly folder: string;
  readonly database: Database;
  readonly nouns: readonly SchemaSteps[];
  readonly tenantStore: TenantStore;
  readonly settingsStore: SettingsStore;
  readonly viewState: ViewStateStore;
  readonly vault: SecretVault;
  readonly policy: ManagedPolicy;
  readonly host: Pick<Host, 'openFile' | 'saveFile'>;
  readonly version: string;
  readonly now: () => number;
  readonly newId: () => string;
  /** False while the profile has credentials of an earlier version in plain text. */
  readonly isRedacted: () => boolean;
  /** True while a plan is being applied. */
  readonly isApplying: () => boolean;
  /** Called after a restore, for windows to show it. */
  readonly onrestored: () => void;
  readonly limits?: BackupLimits;
}

export interface RestoreChoice {
  readonly existing: BackupChoice;
  readonly settings: boolean;
}

/** Backups of the profile, and restoring them. Methods are those of the contract's `backup`. */
export interface BackupService {
  create(options: WriteOptions, signal: AbortSignal): Promise<LastBackup | undefined>;
  last(): LastBackup | undefined;
  open(signal: AbortSignal): Promise<OpenedBackup | undefined>;
  unlock(id: string, passphrase: string, signal: AbortSignal): Promise<BackupPreview>;
  restore(id: string, choice: RestoreChoice): Promise<RestoredBackup>;
  close(id?: string): void;
}

interface Opened {
  readonly id: string;
  /** Until it is unlocked. */
  readonly locked?: BackupFile;
  readonly staged?: StagedBackup;
}

const lastKey = 'backup.last';

export function createBackupService(parts: BackupParts): BackupService {
  const { host, viewState } = parts;
  let opened: Opened | undefined;
  let isRestoring = false;
  removeStaged(parts.folder);

  function close(id = opened?.id): void {
    if (id !== opened?.id) return;
    if (isRestoring) throw failure('conflict', 'A backup is being restored. Try again when it is done.');
    opened?.staged?.close();
    opened = undefined;
  }

  function requireOpened(id: string): Opened {
    if (opened?.id === id) return opened;
    throw failure('not-found', 'The backup is no longer open. Open it again.');
  }

  async function stage(id: string, file: BackupFile, payload: Uint8Array, signal: AbortSignal) {
    const { folder, nouns, now, limits = backupLimits } = parts;
    const staged = await stageBackup({ file, payload, nouns, folder, limits, now, signal });
    opened = { id, staged };
    try {
      return await preview(parts, id, staged, signal);
    } catch (error) {
      close(id);
      throw error;
    }
  }

  return {
    close,
    async create(options, signal) {
      if (!parts.isRedacted()) throw notRedacted();
      const at = parts.now();
      const suggestedName = `tenant-desk-${new Date(at).toISOString().slice(0, 10)}.tdbackup`;
      const saved = await host.saveFile(
        { title: 'Back up', suggestedName, extensions: ['.tdbackup'] },
        (sink) => writeBackup(parts, options, sink),
        signal,
      );
      if (saved === undefined) return undefined;
      const last = { at, fileName: saved.fileName, hasSecrets: options.includesSecrets };
      viewState.write({ [lastKey]: JSON.stringify(last) });
      return last;
    },
    last() {
      const text = viewState.read()[lastKey];
      return text === undefined ? undefined : lastBackupSchema.safeParse(JSON.parse(text)).data;
    },
    async open(signal) {
      close();
      const { bytes: maxBytes } = parts.limits ?? backupLimits;
      const file = await host.openFile({ title: 'Restore', extensions: ['.tdbackup'], maxBytes }, signal);
      if (file === undefined) return undefined;
      const read = readBackupFile(file.name, file.bytes);
      const id = parts.newId();
      if (read.header.encryption === null) return await stage(id, read, read.payload, signal);
      opened = { id, locked: read };
      return { state: 'locked', ...summaryOf(id, read) };
    },
    async unlock(id, passphrase, signal) {
      const { locked } = requireOpened(id);
      const encryption = locked?.header.encryption ?? null;
      if (locked === undefined || encryption === null)
        throw failure('not-found', 'The backup is no longer locked. Open it again.');
      const payload = await unseal(locked.payload, passphrase, { ...locked, encryption });
      requireOpened(id);
      return await stage(id, locked, payload, signal);
    },
    async restore(id, choice) {
      const { staged } = requireOpened(id);
      if (staged === undefined) throw failure('not-found', 'Unlock the backup with its passphrase first.');
      if (isRestoring) throw failure('conflict', 'A backup is being restored. Try again when it is done.');
      isRestoring = true;
      try {
        return await restore(parts, staged, choice);
      } finally {
        isRestoring = false;
      }
    },
  };
}

const notRedacted = () =>
  failure(
    'keychain-unavailable',
    'This profile still has credentials of an earlier version. Unlock the keychain, restart Tenant Desk, then back up.',
  );

const summaryOf = (id: string, { name, header }: Pick<BackupFile, 'name' | 'header'>) => ({
  ...{ id, fileName: name, madeAt: header.madeAt, version: header.app },
  isEncrypted: header.encryption !== null,
});

const tablesOf = ({ nouns }: BackupParts) => nouns.flatMap(({ backup = [] }) => backup);

async function preview(
  parts: BackupParts,
  id: string,
  staged: StagedBackup,
  signal: AbortSignal,
): Promise<BackupPreview> {
  const { database, tenantStore, settingsStore, policy } = parts;
  const mapping = mapTenants(staged, tenantStore.listStored(), policy);
  rejectUnusableSettings(staged);
  return {
    state: 'readable',
    ...summaryOf(id, staged.file),
    secrets: staged.secrets.length,
    ...(await previewBackup(staged, mapping, { database, tables: tablesOf(parts), signal })),
    settings: changedSettings(staged.settings, settingsStore.read(), managedSettings(policy)),
  };
}

function rejectUnusableSettings({ settings, file }: StagedBackup): void {
  try {
    rejectUnusable(settings);
  } catch (error) {
    throw damagedBackup(file.name, `Settings: ${String(error)}`, error);
  }
}

/** Restores all or nothing: a failure at any step leaves the profile as it was. */
async function restore(
  parts: BackupParts,
  staged: StagedBackup,
  choice: RestoreChoice,
): Promise<RestoredBackup> {
  rejectWhileApplying(parts);
  const before = await backUpBeforeRestore(parts);
  const mapping = mapTenants(staged, parts.tenantStore.listStored(), parts.policy);
  const secrets = await restoreSecrets(parts.vault, staged.secrets, mapping);
  let restored: Omit<RestoredBackup, 'before' | 'secrets'>;
  try {
    // One may have started since.
    rejectWhileApplying(parts);
    restored = transaction(parts.database, () => restoreInTransaction(parts, staged, { mapping, choice }));
  } catch (error) {
    await secrets.undo().catch(() => undefined);
    throw error;
  }
  parts.onrestored();
  return { ...restored, secrets: secrets.count, before };
}

function rejectWhileApplying({ isApplying }: BackupParts): void {
  if (isApplying()) throw failure('conflict', 'A plan is being applied. Restore when it is done.');
}

function restoreInTransaction(
  parts: BackupParts,
  staged: StagedBackup,
  { mapping, choice }: { readonly mapping: TenantMapping; readonly choice: RestoreChoice },
): Omit<RestoredBackup, 'before' | 'secrets'> {
  const { database, tenantStore, settingsStore, newId } = parts;
  const added = mapping.tenants.filter(({ state }) => state === 'new');
  for (const { profile, embeddedKey, localId } of added)
    tenantStore.insert(arrivingProfile(staged, profile, localId), embeddedKey ?? undefined);
  const tables = tablesOf(parts);
  const rows = compareRows(staged, mapping, database, tables);
  const counts = restoreRows(rows, { database, tables, existing: choice.existing, newId });
  const changed = choice.settings ? changesOf(parts, staged) : {};
  settingsStore.write(changed);
  return { tenants: added.length, ...counts, settings: Object.keys(changed).length };
}

function changesOf({ settingsStore, policy }: BackupParts, { settings }: StagedBackup): Partial<Settings> {
  return onlyChanged(settings, changedSettings(settings, settingsStore.read(), managedSettings(policy)));
}

/**
 * Without encryption nothing proves who wrote the file, so that hosts for signing in are confirmed again. A client secret that
 * isn't in the backup must be entered again.
 */
function arrivingProfile(
  { file, secrets }: StagedBackup,
  { signInHosts, ...profile }: StagedBackup['tenants'][number]['profile'],
  id: string,
): StagedBackup['tenants'][number]['profile'] {
  const isProven = file.header.encryption !== null && signInHosts !== undefined;
  const hasClientSecret = secrets.some(
    (secret) => secret.kind === 'client-secret' && secret.tenantId === profile.id,
  );
  return { ...profile, ...(isProven ? { signInHosts } : {}), id, hasClientSecret };
}
