import type { SentCredentials } from '../../../contract/changes/destinations.ts';
import { byHost } from '../../changes/kind/sent-credentials.ts';
import { destinationOf } from './destination-of.ts';
import type { LiveWebhook } from './live-webhooks.ts';
import type { Guarded } from '../secrets/marked-credentials.ts';
import { credentialsIn } from '../secrets/marked-credentials.ts';

const pairOf = (credential: string, host: string): string => `${credential}\n${host}`;

/** One set per list that was read: it is used for every change of a plan. */
const receivers = new WeakMap<readonly LiveWebhook[], ReadonlySet<string>>();

/** Which credential goes to which host today, whether the webhook is enabled or not. */
function receiversOf(present: readonly LiveWebhook[]): ReadonlySet<string> {
  const known =
    receivers.get(present) ??
    new Set(
      present.flatMap(({ state }) => {
        const { host } = destinationOf(state.url);
        return credentialsIn(state).map(({ id }) => pairOf(id, host));
      }),
    );
  receivers.set(present, known);
  return known;
}

/** The hosts to which webhooks would send stored credentials. `present`: all webhooks of the tenant. */
export function sentCredentials(
  wanted: readonly Guarded[],
  present: readonly LiveWebhook[],
): SentCredentials[] {
  const known = receiversOf(present);
  return byHost(
    wanted.flatMap((guarded) => {
      const used = credentialsIn(guarded);
      if (used.length === 0 || guarded.url === '') return [];
      const { host, isKnown } = destinationOf(guarded.url);
      const fresh = used.filter(({ id }) => !known.has(pairOf(id, host)));
      return [{ host, isKnown, credentials: namesOf(used), newCredentials: namesOf(fresh), count: 1 }];
    }),
  );
}

const namesOf = (credentials: readonly { readonly name: string }[]): string[] => [
  ...new Set(credentials.map(({ name }) => name)),
];
