import type { SentCredentials } from '../../../contract/changes/destinations.ts';

/** One entry for each host: those with new credentials first, otherwise in the original order. */
export function byHost(sent: Iterable<SentCredentials>): SentCredentials[] {
  const hosts = new Map<string, SentCredentials>();
  for (const each of sent) {
    const known = hosts.get(each.host);
    hosts.set(each.host, known === undefined ? each : joined(known, each));
  }
  return [...hosts.values()].toSorted((one, other) => Number(hasNew(other)) - Number(hasNew(one)));
}

/** Credentials that would be sent to hosts for which the review didn't show them. */
export function unreviewedSends(
  now: readonly SentCredentials[],
  reviewed: readonly SentCredentials[],
): readonly SentCredentials[] {
  return now.filter(({ host, newCredentials }) => {
    const known = reviewed.find((each) => each.host === host)?.newCredentials ?? [];
    return newCredentials.some((name) => !known.includes(name));
  });
}

const hasNew = ({ newCredentials }: SentCredentials): boolean => newCredentials.length > 0;

function joined(one: SentCredentials, other: SentCredentials): SentCredentials {
  const union = (names: readonly string[], more: readonly string[]): string[] => [
    ...new Set([...names, ...more]),
  ];
  return {
    ...one,
    credentials: union(one.credentials, other.credentials),
    newCredentials: union(one.newCredentials, other.newCredentials),
    count: one.count + other.count,
  };
}
