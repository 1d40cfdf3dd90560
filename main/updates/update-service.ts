import { join } from 'node:path';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Settings } from '../../contract/settings/settings.ts';
import type { UpdateState } from '../../contract/updates/updates.ts';
import { failure } from '../platform/errors/failure.ts';
import type { Transport } from '../platform/http/transport.ts';
import type { Log } from '../platform/log/log.ts';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import { deniedBy } from '../platform/policy/managed-policy.ts';
import type { DownloadParts } from './download-file.ts';
import type { Installation } from './installation.ts';
import type { ReleaseFacts } from './release-facts.ts';
import type { UpdateDownload } from './update-download.ts';
import { createUpdateDownload } from './update-download.ts';
import type { UpdateFeed } from './update-feed.ts';
import { createUpdateFeed } from './update-feed.ts';
import type { UpdateMode } from './update-mode.ts';
import { updateMode } from './update-mode.ts';
import { createUpdateMemory } from './update-memory.ts';

export interface UpdateParts extends Pick<DownloadParts, 'freeBytes' | 'pause'> {
  readonly transport: Pick<Transport, 'send'>;
  /** For downloads, and for what is remembered. */
  readonly folder: string;
  /** The version that is running. */
  readonly version: string;
  /** Undefined: this build isn't a release. */
  readonly release: ReleaseFacts | undefined;
  readonly installation: Installation;
  readonly policy: ManagedPolicy;
  readonly settings: () => Pick<Settings, 'downloadsUpdates' | 'updateChannel'>;
  readonly log: Log;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly steady: () => number;
  /** Aborted when the program stops. */
  readonly stopped: AbortSignal;
  readonly onChange: (state: UpdateState) => void;
}

export interface UpdateService {
  state(): UpdateState;
  /** Throws why the feed can't be read or believed. */
  check(signal: AbortSignal): Promise<UpdateState>;
  /** Returns at once; `onChange` reports the rest. */
  download(): UpdateState;
  cancel(): UpdateState;
  /** Throws `update-blocked` and `update-untrusted`. */
  install(): Promise<void>;
  /** Checks when it is time. Must be called every few seconds. */
  tick(): void;
  /** Resolves once nothing is being checked or downloaded any more. */
  end(): Promise<void>;
}

const minute = 60_000;
/** The first check doesn't compete with the start. */
const firstCheckAfter = minute;
const checkEvery = 6 * 60 * minute;
const retryAfter = 60 * minute;

/** New versions of Tenant Desk: found, verified, downloaded, and installed when a person asks for it. */
export function createUpdateService(parts: UpdateParts): UpdateService {
  const { release } = parts;
  const mode = updateMode(parts);
  return mode.mode === 'off' || release === undefined
    ? withoutUpdates(parts, mode)
    : withUpdates({ ...parts, release }, mode);
}

/** Reads and sends nothing. */
function withoutUpdates({ settings, version, policy }: UpdateParts, mode: UpdateMode): UpdateService {
  const state = (): UpdateState => ({
    ...{ version, ...mode, channel: settings().updateChannel },
    ...{ checkedAt: null, isChecking: false, isHeldBack: false, problem: null, update: null },
    download: { state: 'none' },
  });
  function deny(): never {
    if (policy.values.updates === 'off') throw deniedBy(policy, 'updates', 'Updates are turned off.');
    throw failure('invalid-input', mode.reason ?? 'Updates are turned off.');
  }
  return {
    state,
    check: async () => deny(),
    download: () => deny(),
    cancel: state,
    install: async () => deny(),
    tick: () => undefined,
    end: async () => undefined,
  };
}

function withUpdates(
  parts: UpdateParts & { readonly release: ReleaseFacts },
  mode: UpdateMode,
): UpdateService {
  const onlyNotifies = mode.mode !== 'install';
  const feed = createUpdateFeed({ ...parts, onlyNotifies, memory: createUpdateMemory(parts.folder, parts) });
  const notify = (): void => parts.onChange(state());
  const download = createUpdateDownload({
    ...parts,
    folder: join(parts.folder, 'pending'),
    onChange: notify,
  });
  const checks = createChecks(parts, { feed, download, notify, startWanted });
  const wanted = () => feed.content()?.chosen;
  // What an earlier start has downloaded.
  const starting = download.expect(wanted()?.file).then(notify);

  function state(): UpdateState {
    const content = feed.content();
    return {
      ...{ version: parts.version, ...mode, channel: parts.settings().updateChannel },
      checkedAt: feed.checkedAt() ?? null,
      isChecking: checks.isRunning(),
      isHeldBack: content?.manifest.heldBack.includes(parts.version) ?? false,
      problem: checks.problem() ?? download.problem() ?? null,
      update: content?.chosen?.offered ?? null,
      download: download.state(),
    };
  }

  function startWanted(): void {
    const { file, offered } = wanted() ?? {};
    if (file === undefined || offered === undefined) return;
    download.start({ file, version: offered.version, url: feed.urlOf(file.path) });
  }

  return {
    state,
    async check(signal) {
      await checks.run(signal);
      return state();
    },
    download() {
      if (wanted()?.file === undefined)
        throw failure('invalid-input', 'There is no update to download. Check for updates first.');
      startWanted();
      notify();
      return state();
    },
    cancel() {
      download.cancel();
      return state();
    },
    async install() {
      await install(parts, { feed, download });
    },
    tick: checks.tick,
    async end() {
      await Promise.allSettled([starting, checks.end(), download.end()]);
    },
  };
}

interface CheckParts {
  readonly feed: UpdateFeed;
  readonly download: UpdateDownload;
  readonly notify: () => void;
  readonly startWanted: () => void;
}

/** Checks of the feed: at most one at a time, which all callers share. */
function createChecks(
  { settings, steady, stopped, log }: UpdateParts,
  { feed, download, notify, startWanted }: CheckParts,
) {
  let running: Promise<void> | undefined;
  let problem: string | undefined;
  let next = steady() + firstCheckAfter;

  async function readFeed(signal: AbortSignal): Promise<void> {
    try {
      await feed.read(AbortSignal.any([signal, stopped]));
      problem = undefined;
      next = steady() + checkEvery;
    } catch (error) {
      const { code, message } = toDeskError(error);
      next = steady() + retryAfter;
      if (code !== 'canceled') problem = message;
      log.write('warning', 'updates.check-failed', { code });
      throw error;
    } finally {
      await download.expect(feed.content()?.chosen?.file);
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    try {
      await readFeed(signal);
      if (settings().downloadsUpdates) startWanted();
    } finally {
      running = undefined;
      notify();
    }
  }

  function start(signal: AbortSignal): Promise<void> {
    running ??= run(signal);
    notify();
    return running;
  }

  return {
    isRunning: () => running !== undefined,
    problem: () => problem,
    run: start,
    tick() {
      if (running === undefined && steady() >= next) start(stopped).catch(() => undefined);
    },
    async end() {
      await running?.catch(() => undefined);
    },
  };
}

/** Verifies the file once more, because it may have been there for days. */
async function install(
  { installation, log }: UpdateParts,
  { feed, download }: Pick<CheckParts, 'feed' | 'download'>,
): Promise<void> {
  const { file, offered } = feed.content()?.chosen ?? {};
  const path = file === undefined ? undefined : await download.find(file);
  if (file === undefined || offered === undefined || path === undefined) {
    await download.expect(file);
    throw failure(
      'update-untrusted',
      'Nothing was installed: the downloaded file is missing or was changed. Download it again.',
    );
  }
  if (installation.install === undefined)
    throw failure('invalid-input', 'Nothing was installed: this copy can’t replace itself.');
  const { version } = offered;
  log.write('info', 'updates.installing', { version });
  await installation.install({
    ...{ version, path, size: file.size, sha512: file.sha512 },
    url: feed.urlOf(file.path),
  });
}
