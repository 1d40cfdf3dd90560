import { toDeskError } from '../../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { DeskError } from '../../../../contract/errors/errors.ts';
import type { NamedScript } from './replace-in-scripts.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface UnreadScript extends Named {
  readonly error: DeskError;
}

const concurrency = 4;

/** Loads the scripts of applications from the tenant, one request each, with progress. */
export class ReadScripts {
  readonly #desk: Desk;
  readonly #tenantId: string;
  total = $state(0);
  done = $state(0);
  /** Scripts that were loaded; set when all requests are done. */
  scripts = $state.raw<readonly NamedScript[] | undefined>(undefined);
  unread = $state.raw<readonly UnreadScript[]>([]);

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  /** Never rejects; failures are listed in `unread`. */
  async read(applications: readonly Named[], signal: AbortSignal): Promise<void> {
    this.total = applications.length;
    this.done = 0;
    this.scripts = undefined;
    this.unread = [];
    const scripts: NamedScript[] = [];
    const unread: UnreadScript[] = [];
    const rest = [...applications];
    const next = async (): Promise<void> => {
      for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
        if (signal.aborted) return;
        try {
          scripts.push({ id: one.id, script: await this.#readOne(one.id, signal) });
        } catch (thrown) {
          unread.push({ ...one, error: toDeskError(thrown) });
        }
        this.done += 1;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, next));
    if (signal.aborted) return;
    const order = applications.map(({ id }) => id);
    this.scripts = scripts.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
    this.unread = unread;
  }

  async #readOne(applicationId: string, signal: AbortSignal): Promise<string> {
    const request = { tenantId: this.#tenantId, applicationId, freshness: 'tenant-first' } as const;
    const { data } = await this.#desk.scripts.get(request, { signal });
    return data.script;
  }
}
