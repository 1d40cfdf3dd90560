import type { DeskInfo, SandboxStatus } from '../../contract/app/desk-info.ts';
import type { Plan } from '../../contract/changes/changes.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DraftChanges, DraftKey, DraftSummary } from '../../contract/changes/drafts.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import { isOfStorage } from '../../contract/errors/errors.ts';
import type { OfflineStatus } from '../../contract/offline/offline.ts';
import type { SessionState } from '../../contract/tenants/session.ts';
import type { Settings } from '../../contract/settings/settings.ts';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import type { EventPayload } from '../../contract/bridge/events.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { steadyEnd } from './clock.svelte.ts';
import { PinnedItems } from './pinned-items.svelte.ts';
import { StaleReads } from './stale-reads.svelte.ts';
import { ViewState } from './view-state.ts';
import { Visited } from './visited.ts';

type ExportProgress = EventPayload<'results.exportProgress'>;

type Part =
  'view settings' | 'offline copies' | 'tenants' | 'sign-ins' | 'drafts' | 'settings' | 'open plans';

export interface Unread {
  readonly what: Part;
  readonly error: DeskError;
}

/** State shared by all views: tenants, sessions, drafts and settings, kept current by main's events. */
export class Workspace {
  readonly #desk: Desk;
  /** For each read in progress, the draft events received since: the response may be older. */
  #reading: readonly DraftChanges[][] = [];
  readonly staleReads = new StaleReads();
  /** How views were left; loaded before the first view. */
  readonly viewState: ViewState;
  /** The items opened last. */
  readonly visited: Visited;
  /** The items that the user has pinned. */
  readonly pinned: PinnedItems;
  tenants = $state.raw<readonly TenantProfile[]>([]);
  sessions = $state.raw<Readonly<Record<string, SessionState>>>({});
  /** Drafts whose loss would matter, or that can be applied. */
  drafts = $state.raw<readonly DraftSummary[]>([]);
  /** Here, so that Settings doesn't make the page load them in a separate file. */
  readonly defaultSettings = defaultSettings;
  settings = $state.raw<Settings>(defaultSettings);
  info = $state.raw<DeskInfo | undefined>(undefined);
  /** Of the embedded tenants. */
  sandbox = $state.raw<SandboxStatus>({ state: 'absent' });
  /** Tenants that could not be reached at the last attempt. */
  unreachable = $state.raw<readonly string[]>([]);
  /** Unresolved plans, over all tenants. */
  openPlans = $state.raw<readonly Plan[]>([]);
  /** Of tenants with offline sync, now or earlier. */
  offlineStatuses = $state.raw<Readonly<Record<string, OfflineStatus>>>({});
  exportProgress = $state.raw<ExportProgress | undefined>(undefined);
  /** Counts changes applied to a tenant, so that lists know when to refresh. */
  revisions = $state.raw<Readonly<Record<string, number>>>({});
  isReady = $state(false);
  /** What main could not read from disk: everything else works. */
  unread = $state.raw<readonly Unread[]>([]);

  constructor(desk: Desk) {
    this.#desk = desk;
    this.viewState = new ViewState(desk);
    this.visited = new Visited(this.viewState);
    this.pinned = new PinnedItems(this.viewState);
  }

  /**
   * Loads everything once and follows events from then on; the returned function stops this. Rejects if main doesn't
   * answer; what its disk fails to provide is `unread`.
   */
  async start(): Promise<() => void> {
    const stops = this.#listen();
    const stop = () => stops.forEach((stopOne) => stopOne());
    try {
      await this.#read();
    } catch (thrown) {
      stop();
      throw thrown;
    }
    this.isReady = true;
    return stop;
  }

  async #read(): Promise<void> {
    const heard: DraftChanges[] = [];
    this.#reading = [...this.#reading, heard];
    try {
      await this.#readAll(heard);
    } finally {
      this.#reading = this.#reading.filter((each) => each !== heard);
    }
  }

  /** `heard`: draft events received since they were requested. */
  async #readAll(heard: readonly DraftChanges[]): Promise<void> {
    const desk = this.#desk;
    const unread: Unread[] = [];
    const orElse = async <Value>(what: Part, part: Promise<Value>, without: Value): Promise<Value> => {
      try {
        return await part;
      } catch (thrown) {
        const error = toDeskError(thrown);
        if (!isOfStorage(error.code)) throw thrown;
        unread.push({ what, error });
        return without;
      }
    };
    const [info, sandbox, tenants, sessions, drafts, settings, openPlans, offlineStatuses] =
      await Promise.all([
        desk.app.info(),
        desk.app.sandbox(),
        orElse('tenants', desk.tenants.list(), [...this.tenants]),
        orElse('sign-ins', desk.session.list(), Object.values(this.sessions)),
        orElse('drafts', desk.drafts.list({}), [...this.drafts]),
        orElse('settings', desk.settings.get(), this.settings),
        orElse('open plans', desk.changes.open(), [...this.openPlans]),
        orElse('offline copies', desk.offline.list(), Object.values(this.offlineStatuses)),
        orElse('view settings', this.viewState.load(), undefined),
      ]);
    this.info = info;
    this.sandbox = sandbox;
    this.tenants = tenants;
    sessions.forEach(noteEnd);
    this.sessions = Object.fromEntries(sessions.map((session) => [session.tenantId, session]));
    this.drafts = heard.reduce(withChanges, withLoss(drafts));
    this.settings = settings;
    this.openPlans = openPlans;
    this.offlineStatuses = Object.fromEntries(
      offlineStatuses.map((offlineStatus) => [offlineStatus.tenantId, offlineStatus]),
    );
    this.unread = unread;
  }

  /** False if the number of drafts isn't known. */
  isRead(part: Part): boolean {
    return !this.unread.some(({ what }) => what === part);
  }

  /** Loads everything again, for the parts that failed (`unread`). */
  reload(): Promise<void> {
    return this.#read();
  }

  #listen(): readonly (() => void)[] {
    const { on } = this.#desk;
    return [
      on('tenants.changed', (tenants) => (this.tenants = tenants)),
      on('session.changed', (session) => {
        noteEnd(session);
        this.sessions = { ...this.sessions, [session.tenantId]: session };
      }),
      on('sandbox.changed', (sandbox) => (this.sandbox = sandbox)),
      on('drafts.changed', (changes) => {
        for (const heard of this.#reading) heard.push(changes);
        this.drafts = withChanges(this.drafts, changes);
      }),
      on('changes.opened', (plans) => (this.openPlans = plans)),
      on('offline.changed', (offlineStatus) => {
        this.offlineStatuses = { ...this.offlineStatuses, [offlineStatus.tenantId]: offlineStatus };
      }),
      on('settings.changed', (settings) => (this.settings = settings)),
      on('history.changed', ({ tenantId }) => {
        this.revisions = { ...this.revisions, [tenantId]: this.revisionOf(tenantId) + 1 };
      }),
      on('connectivity.changed', ({ tenantId, isReachable }) => {
        const others = this.unreachable.filter((id) => id !== tenantId);
        this.unreachable = isReachable ? others : [...others, tenantId];
      }),
      on('results.exportProgress', (progress) => {
        this.exportProgress = progress.isRunning ? progress : undefined;
      }),
    ];
  }

  /** Sign-ins whose account is not the last one. */
  get confirming(): readonly Extract<SessionState, { state: 'confirming' }>[] {
    return Object.values(this.sessions).filter((session) => session.state === 'confirming');
  }

  tenant(id: string): TenantProfile | undefined {
    return this.tenants.find((tenant) => tenant.id === id);
  }

  session(id: string): SessionState {
    return this.sessions[id] ?? { tenantId: id, state: 'signed-out' };
  }

  isSignedIn(id: string): boolean {
    return this.session(id).state === 'signed-in';
  }

  /** Offline status of a tenant; undefined if it never was available offline. */
  offlineStatus(tenantId: string): OfflineStatus | undefined {
    return this.offlineStatuses[tenantId];
  }

  revisionOf(tenantId: string): number {
    return this.revisions[tenantId] ?? 0;
  }
}

/** Converted at once: the system clock may be changed before a view asks. */
function noteEnd(session: SessionState): void {
  if ('expiresAt' in session) steadyEnd(session);
}

const withLoss = (drafts: readonly DraftSummary[]) =>
  drafts.filter(({ losesNothing }) => losesNothing !== true);

/** Newest first. */
function withChanges(drafts: readonly DraftSummary[], { changed, removed }: DraftChanges): DraftSummary[] {
  const touched = new Set([...changed, ...removed].map(keyOf));
  const others = drafts.filter((draft) => !touched.has(keyOf(draft)));
  return [...withLoss(changed), ...others].toSorted((one, other) => other.savedAt - one.savedAt);
}

const keyOf = ({ tenantId, kind, targetId }: DraftKey): string => `${tenantId}\n${kind}\n${targetId}`;
