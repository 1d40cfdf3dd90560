import type { AccessTokens } from '../../main/tenants/client/send-with-retries.ts';
import { failure } from '../../main/platform/errors/failure.ts';
import type { Exchange, Fault, FaultProxy, ProxiedRequest } from '../fakes/fault-proxy.ts';
import type { VirtualClock } from './virtual-clock.ts';

const writingPaths =
  /^\/(SaasManage\/(ImportAppFromTemplate|UpdateApplicationDE|PublishApplication|DeleteApplication)|TenantConfig\/SetCustomerConfig|JobFlow\/StartJob)\/?$/i;

/** True for requests that change something at the tenant. */
export function isWrite({ method, path }: ProxiedRequest): boolean {
  return (
    writingPaths.test(path) ||
    method === 'DELETE' ||
    /\/(rules\/webhook|rules\/[^/]+\/status|file\/import\/rules\/webhook)$/.test(path)
  );
}

/** One and the same request, sent once more: a file is sent with another boundary each time. */
export function isSameRequest(one: ProxiedRequest, other: ProxiedRequest): boolean {
  const body = (request: ProxiedRequest): string => request.body.replaceAll(/desk-[0-9a-f-]{36}/g, '');
  return one.method === other.method && one.path === other.path && body(one) === body(other);
}

/** The network of one cell: it knows the writes of an operation by number, and the reads before and after them. */
export interface FaultyNetwork {
  readonly clock: VirtualClock;
  readonly tokens: AccessTokens & { renewal: 'succeeds' | 'fails' };
  /** Writes that the tenant applied, in that order. */
  readonly taken: ProxiedRequest[];
  /** Starts counting the writes of an operation here, without the writes of its setup. */
  begin(): void;
  /** The write with this number, counted from 0, and each time that it is sent again. */
  atWrite(index: number, fault: (repetition: number, request: ProxiedRequest) => Fault): void;
  /** From this write on, the tenant returns its previous state for this many milliseconds. */
  staleAfterWrite(index: number, milliseconds: number): void;
  /** The first list that is read before the first write, or after the write with this number, is empty. */
  emptyList(when: 'before' | number): void;
  /** Runs right after the tenant has applied this write, before Tenant Desk gets the response. */
  afterWrite(index: number, work: () => Promise<void>): void;
  /** Done right before the read with this number, counted from 0, of those that come before the first write. */
  beforeRead(index: number, work: () => Promise<void>): void;
  /** Whether such a path was read since, before the first write. */
  wasReadSince(path: RegExp): boolean;
  /** What the tenant shows in the place of the status of webhooks. */
  showStatuses(show: (status: unknown) => unknown): void;
  /** Called after each write that the tenant applied. */
  witness(work: () => void): void;
  /** From now on there are no faults, and delayed requests arrive. */
  heal(): Promise<void>;
}

const unknownId = '00000000-0000-4000-8000-000000000000';
const identifier = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

export function createFaultyNetwork(
  proxy: FaultProxy,
  clock: VirtualClock,
  { accessToken, baseUrl: tenantUrl }: { readonly accessToken: string; readonly baseUrl: string },
): FaultyNetwork {
  const taken: ProxiedRequest[] = [];
  const writes: ProxiedRequest[] = [];
  /** What each read was answered last. */
  const seen = new Map<string, string>();
  let frozen: ReadonlyMap<string, string> | undefined;
  let staleUntil = 0;
  let writeFault:
    | { readonly index: number; readonly fault: (repetition: number, request: ProxiedRequest) => Fault }
    | undefined;
  let repetitions = 0;
  let stale: { readonly index: number; readonly milliseconds: number } | undefined;
  let empty: 'before' | number | undefined;
  let beforehand: { readonly index: number; readonly work: () => Promise<void> } | undefined;
  let reads = 0;
  let readSince: string[] | undefined;
  let statuses: ((status: unknown) => unknown) | undefined;
  let afterwards: { readonly index: number; readonly work: () => Promise<void> } | undefined;
  let witnessWrite: () => void = () => undefined;

  const keyOf = ({ method, path, body }: ProxiedRequest): string => `${method} ${path} ${body}`;
  const json = (body: string): Fault => ({ kind: 'answer', status: 200, body });

  function decideWrite(request: ProxiedRequest): Fault {
    const known = writes.findIndex((write) => isSameRequest(write, request));
    const index = known === -1 ? writes.push(request) - 1 : known;
    if (stale?.index === index && frozen === undefined) {
      frozen = new Map(seen);
      staleUntil = clock.now() + stale.milliseconds;
    }
    if (writeFault?.index !== index) return { kind: 'pass' };
    repetitions += 1;
    return writeFault.fault(repetitions - 1, request);
  }

  async function decideRead(request: ProxiedRequest): Promise<Fault> {
    if (writes.length === 0) {
      readSince?.push(request.path);
      reads += 1;
      if (beforehand?.index === reads - 1) {
        const { work } = beforehand;
        beforehand = undefined;
        await work();
        readSince = [request.path];
      }
    }
    return await decideResponse(request);
  }

  async function decideResponse(request: ProxiedRequest): Promise<Fault> {
    if (
      empty !== undefined &&
      isList(request) &&
      (empty === 'before' ? writes.length === 0 : writes.length > empty)
    ) {
      empty = undefined;
      return json(emptyResponse(request, seen.get(keyOf(request))));
    }
    if (frozen === undefined || clock.now() >= staleUntil) return await asShown(request);
    const old = frozen.get(keyOf(request));
    if (old !== undefined) return json(old);
    // A lagging replica doesn't know new items.
    return { kind: 'pass', body: request.body.replaceAll(identifier, unknownId) };
  }

  /** The list of webhooks with other statuses than they have. */
  async function asShown(request: ProxiedRequest): Promise<Fault> {
    if (statuses === undefined || request.method !== 'GET' || !request.path.endsWith('/rules'))
      return { kind: 'pass' };
    const show = statuses;
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch(`${tenantUrl}${request.path}`, { headers });
    const rules = (await response.json()) as { status: unknown }[];
    const body = JSON.stringify(rules.map((rule) => ({ ...rule, status: show(rule.status) })));
    seen.set(keyOf(request), body);
    return json(body);
  }

  proxy.setFaults((request) => (isWrite(request) ? decideWrite(request) : decideRead(request)));
  proxy.setWitness(async ({ request, status, response }: Exchange) => {
    if (!isWrite(request)) {
      if (status < 400) seen.set(keyOf(request), response);
      return;
    }
    if (status >= 400) return;
    taken.push(request);
    witnessWrite();
    if (afterwards?.index !== writes.findIndex((write) => isSameRequest(write, request))) return;
    const { work } = afterwards;
    afterwards = undefined;
    await work();
  });

  const tokens: FaultyNetwork['tokens'] = {
    renewal: 'succeeds',
    get: async () => accessToken,
    async replace() {
      if (tokens.renewal === 'succeeds') return accessToken;
      throw failure('session-expired', 'The sign-in is over. Sign in again.');
    },
  };
  return {
    clock,
    tokens,
    taken,
    begin() {
      reads = 0;
      readSince = undefined;
      writes.length = 0;
      taken.length = 0;
    },
    atWrite: (index, fault) => {
      writeFault = { index, fault };
    },
    staleAfterWrite: (index, milliseconds) => {
      stale = { index, milliseconds };
    },
    emptyList: (when) => {
      empty = when;
    },
    afterWrite: (index, work) => {
      afterwards = { index, work };
    },
    beforeRead: (index, work) => {
      beforehand = { index, work };
    },
    wasReadSince: (path) => readSince?.some((read) => path.test(read)) === true,
    showStatuses: (show) => {
      statuses = show;
    },
    witness: (work) => {
      witnessWrite = work;
    },
    async heal() {
      await clock.runOut();
      writeFault = undefined;
      stale = undefined;
      empty = undefined;
      frozen = undefined;
      tokens.renewal = 'succeeds';
    },
  };
}

function isList({ path, body }: ProxiedRequest): boolean {
  return (
    /\/rules$/.test(path) ||
    /GetCustomerConfig\/?$/i.test(path) ||
    (/RedRock\/query/i.test(path) && body.includes('Application'))
  );
}

/** The same response with an empty list. */
function emptyResponse({ path }: ProxiedRequest, known: string | undefined): string {
  if (/\/rules$/.test(path)) return '[]';
  if (/query/i.test(path)) {
    return JSON.stringify({ success: true, Result: { FullCount: 0, Count: 0, Columns: [], Results: [] } });
  }
  const envelope: unknown = JSON.parse(known ?? '{"success": true, "Result": {}}');
  if (typeof envelope !== 'object' || envelope === null || !('Result' in envelope)) return '{}';
  const { Result } = envelope;
  return JSON.stringify({
    ...envelope,
    Result: { ...(typeof Result === 'object' ? Result : {}), AllowCors: [] },
  });
}
