import { setTimeout as delay } from 'node:timers/promises';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isRetryable } from '../../../contract/errors/errors.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import type { Context } from '../context.ts';
import { printable } from '../output/printable.ts';

export interface TailOptions {
  /** Milliseconds before now. */
  readonly since: number;
  /** `*` stands for any text. */
  readonly type?: string | undefined;
  /** Milliseconds between two reads. */
  readonly interval: number;
  /** Ends after this many events. */
  readonly limit?: number | undefined;
  /** Ends after the first read. */
  readonly once?: true | undefined;
}

const columns = [
  'ID',
  'WhenOccurred',
  'EventType',
  'NormalizedUser',
  'EntityType',
  'EntityID',
  'EntityName',
] as const;
const pageSize = 1000;
/** IDs of printed events: a read overlaps the one before it, because tenants record events late. */
const maxRemembered = 20_000;
const overlapMs = 60_000;

type Event = Readonly<Record<(typeof columns)[number], string>>;

/** Prints the events of a tenant as they are recorded, oldest first. A read that fails for now is repeated. */
export async function tailEvents(
  context: Context,
  profile: TenantProfile,
  options: TailOptions,
): Promise<void> {
  const { output, signal } = context;
  const printed = new Set<string>();
  let from = Date.now() - options.since;
  let count = 0;
  if (options.once !== true) output.note(`Reading the events of ${profile.name}. Press Ctrl+C to stop.`);
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const readAt = Date.now();
    const events = await readOrWarn(context, profile, { from, type: options.type, mustSucceed: isFirst });
    for (const event of events) {
      if (printed.has(event.ID)) continue;
      printed.add(event.ID);
      await printEvent(context, event);
      count++;
      if (count === options.limit) return;
    }
    if (options.once === true) return;
    if (events.length > 0 || !isFirst) from = Math.max(from, readAt - overlapMs);
    for (const id of printed) {
      if (printed.size <= maxRemembered) break;
      printed.delete(id);
    }
    await delay(options.interval, undefined, { signal }).catch(() => undefined);
  }
}

interface Reading {
  readonly from: number;
  readonly type: string | undefined;
  readonly mustSucceed: boolean;
}

async function readOrWarn(
  context: Context,
  profile: TenantProfile,
  reading: Reading,
): Promise<readonly Event[]> {
  try {
    return await readEvents(context, profile, reading);
  } catch (error) {
    if (context.signal.aborted) return [];
    const isTemporary = error instanceof DeskFailure && isRetryable(error.code);
    if (reading.mustSucceed || !isTemporary) throw error;
    context.output.warn(`${error.message} Trying again.`);
    return [];
  }
}

/** All pages of the events since a time. */
async function readEvents(
  context: Context,
  { id: tenantId }: TenantProfile,
  { from, type }: Reading,
): Promise<readonly Event[]> {
  const { call } = await context.desk();
  const since = new Date(from).toISOString().slice(0, 19).replace('T', ' ');
  const like = type === undefined ? '' : ' AND EventType LIKE :type';
  const text = `SELECT ${columns.join(', ')} FROM Event WHERE WhenOccurred >= '${since}'${like} ORDER BY WhenOccurred, ID`;
  const parameters: Record<string, string> = type === undefined ? {} : { type: type.replaceAll('*', '%') };
  const events: Event[] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const page = await call('queries.run', {
      ...{ tenantId, text, parameters, isNoted: false },
      arguments: { pageNumber, pageSize, caching: -2 },
    });
    const places = columns.map((name) => page.columns.findIndex((column) => column.name === name));
    for (const row of page.rows) {
      const values = columns.map((name, at) => [name, String(row[places[at] ?? -1] ?? '')] as const);
      events.push(Object.fromEntries(values) as Event);
    }
    if (page.rows.length < pageSize) return events;
  }
}

async function printEvent({ output }: Context, event: Event): Promise<void> {
  const { ID: id, WhenOccurred: at, EventType: type, NormalizedUser: user } = event;
  const { EntityType: entityType, EntityID: entityId, EntityName: entityName } = event;
  if (output.format !== 'text') {
    const document = { schema: 'tdesk/event/v1', id, at, type, user, entityType, entityId, entityName };
    await output.write(`${formatExact(document)}\n`);
    return;
  }
  const fields = [at, type, user, entityName === '' ? entityId : entityName];
  await output.write(
    `${fields
      .filter((each) => each !== '')
      .map(printable)
      .join('  ')}\n`,
  );
}
