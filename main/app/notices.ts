import type { EventName, EventPayload } from '../../contract/bridge/events.ts';
import type { Handlers } from '../../contract/bridge/methods.ts';
import type { Host } from '../platform/host/host.ts';
import type { Endings } from '../platform/notifications/watch-endings.ts';
import { createEndings } from '../platform/notifications/watch-endings.ts';
import type { Foundation } from './foundation.ts';

/** A host that also sees every event of main, and the function that starts watching them. */
export function withNotices(host: Host): {
  readonly host: Host;
  watch(foundation: Pick<Foundation, 'settingsStore' | 'tenantStore' | 'log'>): Pick<Endings, 'noteJobs'>;
} {
  let endings: Endings | undefined;
  return {
    host: {
      ...host,
      emit<Name extends EventName>(name: Name, payload: EventPayload<Name>) {
        host.emit(name, payload);
        endings?.note(name, payload);
      },
    },
    watch({ settingsStore, tenantStore, log }) {
      const { notify } = host;
      endings = createEndings({
        isWanted: (event) => notify !== undefined && settingsStore.read().notifications[event],
        notify(notice) {
          try {
            notify?.(notice);
          } catch (error) {
            // Not every system has notifications: nothing else depends on them.
            log.write('warning', 'app.not-notified', { error });
          }
        },
        tenantName: (tenantId) =>
          tenantStore.list().find(({ id }) => id === tenantId)?.name ?? 'A removed tenant',
      });
      return endings;
    },
  };
}

/** The handler of a list of jobs, which also reports those that have ended. */
export function watchingJobs(
  list: Handlers['jobs.list'],
  { noteJobs }: Pick<Endings, 'noteJobs'>,
): Handlers['jobs.list'] {
  return async (input, call) => {
    const listed = await list(input, call);
    noteJobs(input.tenantId, listed.jobs);
    return listed;
  };
}
