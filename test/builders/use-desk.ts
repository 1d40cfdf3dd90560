import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Draft, DraftKey, DraftSummary } from '../../contract/changes/drafts.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { DeskOnTenant, DeskOptions } from '../integration/desk-on-tenant.ts';
import { startDesk } from '../integration/desk-on-tenant.ts';
import type { TenantOptions, TestTenant } from './a-tenant.ts';
import { aTenant } from './a-tenant.ts';

/**
 * The tenant, network and app of the current spec. The tenant is shared by the file; network and app are
 * created for each spec and disposed of after it.
 */
export interface DeskInUse {
  readonly tenant: TestTenant;
  readonly network: FaultProxy;
  readonly desk: DeskOnTenant;
  /** Another admin on another machine, without network faults. One for each spec. */
  readonly colleague: DeskOnTenant;
  /** Another app, disposed of after the spec; by default behind the same network. */
  another(options?: Partial<DeskOptions>): DeskOnTenant;
}

type UseDeskOptions = TenantOptions & Omit<Partial<DeskOptions>, 'baseUrl' | 'accessToken'>;

/** Call it once at the top of a spec file or of a `describe`. */
export function useDesk(options: UseDeskOptions = {}): DeskInUse {
  const made: { tenant?: TestTenant; network?: FaultProxy; desk?: DeskOnTenant; colleague?: DeskOnTenant } =
    {};
  const disposables: AsyncDisposable[] = [];

  function start(changes: Partial<DeskOptions>): DeskOnTenant {
    const { accessToken } = required(made.tenant);
    const { baseUrl } = required(made.network);
    const desk = startDesk({ baseUrl, accessToken, ...changes });
    disposables.push(desk);
    return desk;
  }

  beforeAll(async () => {
    made.tenant = await aTenant(options);
  });
  afterAll(async () => {
    await made.tenant?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    made.network = await startFaultProxy(required(made.tenant).baseUrl);
    made.desk = start(options);
  });
  afterEach(async () => {
    for (const disposable of disposables.splice(0)) await disposable[Symbol.asyncDispose]();
    await made.network?.[Symbol.asyncDispose]();
    delete made.colleague;
  });

  return {
    get tenant() {
      return required(made.tenant);
    },
    get network() {
      return required(made.network);
    },
    get desk() {
      return required(made.desk);
    },
    get colleague() {
      made.colleague ??= start({ baseUrl: required(made.tenant).baseUrl });
      return made.colleague;
    },
    another: (changes = {}) => start(changes),
  };
}

function required<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw new Error('The app exists only while a spec runs.');
}

/** A draft opened by a view: it saves changes and tracks which save it has seen. */
export interface OpenDraft {
  readonly key: DraftKey;
  type(state: Draft['state']): Promise<DraftSummary>;
  stored(): Promise<Draft | undefined>;
}

/** Opens an item for editing in a window; `base` is the tenant's version, null for a new one. */
export function openDraft(
  { call, tenantId }: Pick<DeskOnTenant, 'call' | 'tenantId'>,
  {
    kind,
    targetId,
    base,
  }: { readonly kind: string; readonly targetId: string; readonly base: Draft['base'] },
): OpenDraft {
  const key = { tenantId, kind, targetId };
  let revision: number | null = null;
  return {
    key,
    async type(state) {
      const saved = await call('drafts.save', { ...key, state, base, revision });
      ({ revision } = saved);
      return saved;
    },
    stored: () => call('drafts.get', key),
  };
}
