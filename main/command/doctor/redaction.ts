import { homedir, hostname, userInfo } from 'node:os';
import { readTenants } from '../state/read-tenants.ts';

/**
 * Removes what identifies the owner from a text: names and hosts of tenants, this machine, this user and their folders. Secrets
 * never get into what is redacted.
 */
export function createRedaction(folder: string): (text: string) => string {
  const tenants = readTenants(folder).flatMap(({ id, name, baseUrl, analyticsUrl, issuer }, index) => {
    const label = `<tenant ${index + 1}>`;
    const hosts = [baseUrl, analyticsUrl, issuer].map((url) => new URL(url).host);
    return [...hosts, name, id].map((text) => [text, label] as const);
  });
  const own = [
    [folder, '<state>'],
    [homedir(), '<home>'],
    [hostname(), '<machine>'],
    [userInfo().username, '<user>'],
  ] as const;
  // The longest first: one may be part of another.
  const all = [...tenants, ...own]
    .filter(([text]) => text.length > 2)
    .toSorted(([one], [other]) => other.length - one.length);
  const known = (text: string): string =>
    all.reduce((redacted, [secret, label]) => redacted.replaceAll(secret, label), text);
  // Any other URL may be one of a tenant that has been removed.
  return (text) => known(text).replaceAll(/\b(https?:\/\/)(?!<)[^\s/"\\]+/g, '$1<host>');
}
