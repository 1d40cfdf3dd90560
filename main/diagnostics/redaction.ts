import { homedir, hostname, userInfo } from 'node:os';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { redact, redactText } from '../platform/log/redact.ts';

export interface Redacted {
  /** The profile folder. */
  readonly folder: string;
  readonly tenants: readonly TenantProfile[];
  /** Host and port. */
  readonly proxy?: string | undefined;
}

export interface Redaction {
  text(text: string): string;
  /** A line of the log. */
  line(line: string): string;
}

/**
 * Removes what identifies the owner: names and hosts of tenants, header values, mail addresses, this computer, this user and their
 * folders. Secrets never get into the log; what looks like one is removed once more.
 */
export function createRedaction({ folder, tenants, proxy = '' }: Redacted): Redaction {
  const known = [
    ...tenants.flatMap(partsOf),
    [folder, '<profile>'],
    [homedir(), '<home>'],
    [hostname(), '<machine>'],
    [userName(), '<user>'],
    [proxy, '<proxy>'],
    [proxy.replace(/:\d+$/, ''), '<proxy>'],
  ] as const;
  // The longest first: one may be part of another.
  const all = known
    .filter(([text]) => text.length > 2)
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([text, label]) => [new RegExp(quoted(text), 'gi'), label] as const);

  function text(from: string): string {
    const withoutKnown = all.reduce(
      (redacted, [pattern, label]) => redacted.replace(pattern, label),
      redactText(from),
    );
    return strange.reduce((redacted, [pattern, label]) => redacted.replace(pattern, label), withoutKnown);
  }

  return {
    text,
    line(line) {
      try {
        return JSON.stringify(mapTexts(redact(JSON.parse(line)), text));
      } catch {
        // It was cut off when the program was killed.
        return text(line);
      }
    },
  };
}

/** What may belong to a tenant that has been removed, or to anyone. */
const strange: readonly (readonly [RegExp, string])[] = [
  [/\b(https?:\/\/)(?!<)[^\s/"\\]+/g, '$1<host>'],
  [/\b((?:getaddrinfo|connect|read|write) E[A-Z_]+ )(?!<)[^\s"\\]+/g, '$1<host>'],
  [/[^\s"'<>()[\]:,;=/\\]+@[^\s"'<>()[\]:,;=/\\]+\.[\p{L}\d-]+/gu, '<email>'],
];

function partsOf(
  { id, name, baseUrl, analyticsUrl, issuer, extraHeaders, signInHosts = [] }: TenantProfile,
  index: number,
): (readonly [text: string, label: string])[] {
  const label = `<tenant ${index + 1}>`;
  const hosts = [baseUrl, analyticsUrl, issuer].flatMap((url) => URL.parse(url)?.host ?? []);
  return [
    ...[...hosts, ...hosts.map((host) => host.replace(/:\d+$/, '')), ...signInHosts, name, id].map(
      (text) => [text, label] as const,
    ),
    ...Object.values(extraHeaders).map((value) => [value, '<header>'] as const),
  ];
}

/** A container may run without an entry for its user. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/** Only whole words: a short name such as “ID” would be found everywhere. */
function quoted(text: string): string {
  const escaped = text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`;
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [map(key), mapTexts(each, map)]));
}
