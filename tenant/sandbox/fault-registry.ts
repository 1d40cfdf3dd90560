import { matchesPath } from '../http/path-pattern.ts';
import type { Fault, FaultRequest } from './fault.ts';

export interface FaultRegistry {
  add(request: FaultRequest): Fault;
  list(): Fault[];
  remove(id: string): boolean;
  clear(): void;
  /** The faults that apply to this request, counting each: delays first, then at most one that ends it. */
  take(method: string, path: string): Fault[];
}

interface Entry {
  readonly id: string;
  readonly request: FaultRequest;
  passed: number;
  hits: number;
}

/** Faults exist only in memory: a restarted tenant works. `newId` creates the ID of each fault. */
export function createFaultRegistry(newId: () => string): FaultRegistry {
  const entries = new Map<string, Entry>();

  function isDue(entry: Entry): boolean {
    if (entry.passed < entry.request.skip) {
      entry.passed++;
      return false;
    }
    return true;
  }

  function hit(entry: Entry): Fault {
    entry.hits++;
    if (entry.request.count !== null && entry.hits >= entry.request.count) entries.delete(entry.id);
    return describe(entry);
  }

  return {
    add(request) {
      const entry: Entry = { id: newId(), request, passed: 0, hits: 0 };
      entries.set(entry.id, entry);
      return describe(entry);
    },
    list: () => [...entries.values()].map(describe),
    remove: (id) => entries.delete(id),
    clear: () => entries.clear(),
    take(method, path) {
      const matching = [...entries.values()].filter(
        ({ request }) =>
          (request.method === null || request.method === method) && matchesPath(request.path, path),
      );
      const taken = matching
        .filter(({ request }) => passesOn(request))
        .filter(isDue)
        .map(hit);
      const ending = matching.filter(({ request }) => !passesOn(request)).find(isDue);
      return ending === undefined ? taken : [...taken, hit(ending)];
    },
  };
}

/** Whether the request is still handled after the fault. */
function passesOn(request: FaultRequest): boolean {
  return request.kind === 'latency' || request.kind === 'batch_item';
}

function describe(entry: Entry): Fault {
  return { ...entry.request, id: entry.id, hits: entry.hits };
}
