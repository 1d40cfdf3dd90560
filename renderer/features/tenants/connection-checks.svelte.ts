import type {
  CheckedAddress,
  ConnectionStep,
  StepFinding,
} from '../../../contract/tenants/connection-check.ts';
import { connectionSteps } from '../../../contract/tenants/connection-check.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';

/** A row of the checks. `waiting`: for the step or the value that `for` names. */
export type CheckRow =
  | { readonly state: 'waiting'; readonly for?: string }
  | { readonly state: 'checking' }
  | ({ readonly state: 'done' } & StepFinding);

export type CheckRows = Readonly<Record<ConnectionStep, CheckRow>>;

export const stepNames: Readonly<Record<ConnectionStep, string>> = {
  dns: 'DNS',
  tls: 'TLS',
  discovery: 'OpenID configuration',
  client: 'Client',
};

type Check = (
  request: { readonly step: ConnectionStep; readonly target: CheckedAddress },
  options: { readonly signal: AbortSignal },
) => Promise<StepFinding>;

const unstarted: CheckRows = {
  dns: { state: 'waiting' },
  tls: { state: 'waiting' },
  discovery: { state: 'waiting' },
  client: { state: 'waiting' },
};

/** Checks one step after the other, from the first whose values have changed. */
export class ConnectionChecks {
  readonly #check: Check;
  #running: AbortController | undefined;
  /** The values that the rows are for. */
  #target: CheckedAddress | undefined;
  rows = $state.raw<CheckRows>(unstarted);

  constructor(check: Check) {
    this.#check = check;
  }

  /** The first that failed. */
  get failed(): ConnectionStep | undefined {
    return connectionSteps.find((step) => hasStatus(this.rows[step], 'failed'));
  }

  get isChecking(): boolean {
    return connectionSteps.some((step) => this.rows[step].state === 'checking');
  }

  /** As found by the last check of discovery. */
  get provider(): StepFinding['provider'] {
    const row = this.rows.discovery;
    return row.state === 'done' ? row.provider : undefined;
  }

  stop(): void {
    this.#running?.abort();
  }

  /** Nothing is known about other values than those that were checked. */
  clear(): void {
    this.stop();
    this.#target = undefined;
    this.rows = unstarted;
  }

  /** `again`: also checks what is known for these values. Never rejects. */
  async run(target: CheckedAddress, { again = false } = {}): Promise<void> {
    this.stop();
    const { signal } = (this.#running = new AbortController());
    const first = again ? 0 : firstChanged(this.#target, target, this.rows);
    this.#target = target;
    const steps = connectionSteps.slice(first);
    this.#set(Object.fromEntries(steps.map((step) => [step, { state: 'waiting' }])));
    for (const step of steps) {
      const obstacle = obstacleTo(step, target, this.rows);
      if (obstacle !== undefined) {
        this.#waitFor(steps.slice(steps.indexOf(step)), obstacle);
        return;
      }
      this.#set({ [step]: { state: 'checking' } });
      const finding = await this.#find(step, target, signal);
      if (signal.aborted || finding === undefined) return;
      this.#set({ [step]: { state: 'done', ...finding } });
      if (finding.status === 'failed') {
        this.#waitFor(steps.slice(steps.indexOf(step) + 1), stepNames[step]);
        return;
      }
    }
  }

  async #find(
    step: ConnectionStep,
    target: CheckedAddress,
    signal: AbortSignal,
  ): Promise<StepFinding | undefined> {
    try {
      return await this.#check({ step, target }, { signal });
    } catch (thrown) {
      if (signal.aborted) return undefined;
      const { code, message } = toDeskError(thrown);
      return { status: 'failed', finding: 'Couldn’t be checked', cause: message, code, durationMs: 0 };
    }
  }

  #waitFor(steps: readonly ConnectionStep[], what: string): void {
    this.#set(Object.fromEntries(steps.map((step) => [step, { state: 'waiting', for: what }])));
  }

  #set(changed: Partial<CheckRows>): void {
    this.rows = { ...this.rows, ...changed };
  }
}

function firstChanged(before: CheckedAddress | undefined, after: CheckedAddress, rows: CheckRows): number {
  if (before?.baseUrl !== after.baseUrl) return 0;
  const ofProvider = ({ issuer, endpoints, signInHosts }: CheckedAddress) =>
    JSON.stringify([issuer, endpoints, signInHosts]);
  const changed = ofProvider(before) === ofProvider(after) ? 3 : 2;
  const unfinished = connectionSteps.findIndex((step) => rows[step].state !== 'done');
  return unfinished === -1 ? changed : Math.min(unfinished, changed);
}

/** What a step still needs. */
function obstacleTo(step: ConnectionStep, target: CheckedAddress, rows: CheckRows): string | undefined {
  if (step !== 'client') return undefined;
  const { discovery } = rows;
  const isUnknown =
    target.endpoints === undefined && discovery.state === 'done' && discovery.provider === undefined;
  if (isUnknown) return 'the endpoints';
  return target.clientId === undefined ? 'the client ID' : undefined;
}

function hasStatus(row: CheckRow, status: StepFinding['status']): boolean {
  return row.state === 'done' && row.status === status;
}
