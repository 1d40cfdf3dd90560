import type { DatabaseSync } from 'node:sqlite';
import { OperationFailure } from '../requests/envelope.ts';
import type { RequestMembers } from '../requests/request-members.ts';
import { requireRight, type Right } from '../requests/rights.ts';
import type { JobDefinition } from './job-definition.ts';

export interface JobQueue {
  /** Checks and accepts a job; returns its ID. It is stored before this returns. Throws OperationFailure. */
  start(path: string, members: RequestMembers, requester: JobRequester): string;
  /** Resolves once nothing is queued or running. */
  idle(): Promise<void>;
}

/** Who starts a job. */
interface JobRequester {
  readonly subject: string;
  readonly hasRight: (right: Right) => boolean;
}

interface JobQueueParts {
  readonly database: DatabaseSync;
  readonly definitions: readonly JobDefinition[];
  /** Finds other jobs by their path as written. */
  readonly findMore: (path: string) => JobDefinition | undefined;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Jobs run one after the other: queued, running, then succeeded or failed. Jobs queued when the tenant
 * stopped run after the next start; a running one is marked as failed, because it may have been half done.
 */
export function createJobQueue(parts: JobQueueParts): JobQueue {
  const { database, now } = parts;
  const insert = database.prepare(
    "INSERT INTO job (id, script, arguments, requested_by, state, created_at) VALUES (?, ?, ?, ?, 'queued', ?)",
  );
  const next = database.prepare(
    "SELECT id, script, arguments, requested_by FROM job WHERE state = 'queued' ORDER BY created_at, id LIMIT 1",
  );
  const begin = database.prepare("UPDATE job SET state = 'running', started_at = ? WHERE id = ?");
  const succeed = database.prepare(
    "UPDATE job SET state = 'succeeded', finished_at = ?, result = ? WHERE id = ?",
  );
  const fail = database.prepare("UPDATE job SET state = 'failed', finished_at = ?, error = ? WHERE id = ?");
  const byPath = new Map(parts.definitions.map((definition) => [definition.path.toLowerCase(), definition]));
  const definitionOf = (path: string): JobDefinition | undefined =>
    byPath.get(path.toLowerCase()) ?? parts.findMore(path);
  database
    .prepare(
      "UPDATE job SET state = 'failed', finished_at = ?, error = 'The tenant stopped while the job was running.' WHERE state = 'running'",
    )
    .run(now());
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (let row = next.get(); row !== undefined; row = next.get()) {
      const id = String(row['id']);
      begin.run(now(), id);
      try {
        const definition = definitionOf(String(row['script']));
        if (definition === undefined) throw new Error("This version of the tenant doesn't support the job.");
        const args = JSON.parse(String(row['arguments'])) as Record<string, unknown>;
        const result = await definition.run(args, String(row['requested_by']));
        succeed.run(now(), JSON.stringify(result ?? null), id);
      } catch (error) {
        fail.run(now(), error instanceof Error ? error.message : String(error), id);
      }
    }
  }

  function wake(): void {
    // Starts after the response to StartJob, so that its caller can see the job as queued.
    working ??= new Promise<void>((resolve) => setImmediate(resolve)).then(work).finally(() => {
      working = undefined;
      if (next.get() !== undefined) wake();
    });
  }

  wake();
  return {
    start(path, members, { subject, hasRight }) {
      const definition = definitionOf(path);
      if (definition === undefined) throw new OperationFailure('ScriptNotFound', `Job ${path} not found.`);
      requireRight(definition.rights, hasRight);
      const args = definition.check(members);
      const id = parts.newId();
      insert.run(id, definition.path, JSON.stringify(args), subject, now());
      wake();
      return id;
    },
    async idle() {
      while (working !== undefined) await working;
    },
  };
}
