import type { DatabaseSync } from 'node:sqlite';
import { createEventIndexes, eventIndexes } from '../store/queryable-tables.ts';
import { toStoredTime } from '../store/timestamps.ts';
import type { Place } from '../organization/organization.ts';
import type { SeedUser } from './seed-users.ts';
import type { RandomSource } from './random-source.ts';

export interface EventSubject {
  readonly type:
    | 'Application'
    | 'Server'
    | 'VaultAccount'
    | 'VaultDatabase'
    | 'VaultDomain'
    | 'Device'
    | 'SshKeys'
    | 'Subscription'
    | 'DiscoveryProfile'
    | 'GenericSecret'
    | 'MpAccount';
  readonly id: string;
  readonly name: string;
}

export type SubjectsByType = Readonly<Partial<Record<EventSubject['type'], readonly EventSubject[]>>>;

interface SeedEventParts {
  readonly database: DatabaseSync;
  readonly random: RandomSource;
  readonly people: readonly [SeedUser, ...SeedUser[]];
  readonly subjects: SubjectsByType;
  readonly now: number;
}

interface EventKind {
  readonly type: string;
  readonly level: 'Info' | 'Warning' | 'Error';
  readonly weight: number;
  readonly about?: EventSubject['type'];
  readonly message: string;
  readonly fails?: boolean;
}

/** Event names as seen in public material if known, otherwise ours in the same style. */
const KINDS: readonly EventKind[] = [
  { type: 'Cloud.Core.Login', level: 'Info', weight: 30, message: 'signed in' },
  { type: 'Cloud.Core.LoginFail', level: 'Warning', weight: 6, message: 'failed to sign in', fails: true },
  { type: 'Cloud.Core.MfaSummary', level: 'Info', weight: 14, message: 'passed multi-factor authentication' },
  {
    type: 'Cloud.Core.MfaSummaryFail',
    level: 'Warning',
    weight: 3,
    message: 'failed multi-factor authentication',
    fails: true,
  },
  { type: 'Cloud.Core.Logout', level: 'Info', weight: 8, message: 'signed out' },
  {
    type: 'Cloud.Saas.Application.AppLaunch',
    level: 'Info',
    weight: 34,
    about: 'Application',
    message: 'launched',
  },
  {
    type: 'Cloud.Saas.Application.AppModify',
    level: 'Info',
    weight: 1,
    about: 'Application',
    message: 'changed',
  },
  {
    type: 'Cloud.Server.LocalAccount.PasswordCheckout',
    level: 'Info',
    weight: 4,
    about: 'VaultAccount',
    message: 'checked out the password of',
  },
  {
    type: 'Cloud.Server.LocalAccount.PasswordCheckin',
    level: 'Info',
    weight: 3,
    about: 'VaultAccount',
    message: 'checked in the password of',
  },
  { type: 'Cloud.Server.Login', level: 'Info', weight: 6, about: 'Server', message: 'opened a session on' },
  {
    type: 'Cloud.Server.AdminChange',
    level: 'Warning',
    weight: 2,
    about: 'Server',
    message: 'changed the settings of',
  },
  {
    type: 'Cloud.Server.Database.Login',
    level: 'Info',
    weight: 1,
    about: 'VaultDatabase',
    message: 'opened a session on',
  },
  { type: 'Cloud.Server.Domain.Change', level: 'Info', weight: 1, about: 'VaultDomain', message: 'changed' },
  { type: 'Cloud.Server.SshKey.Retrieve', level: 'Info', weight: 1, about: 'SshKeys', message: 'retrieved' },
  { type: 'Cloud.Server.Discovery.Run', level: 'Info', weight: 1, about: 'DiscoveryProfile', message: 'ran' },
  {
    type: 'Cloud.Server.DataVault.Retrieve',
    level: 'Info',
    weight: 1,
    about: 'GenericSecret',
    message: 'retrieved',
  },
  {
    type: 'Cloud.Server.MultiplexedAccount.Rotate',
    level: 'Info',
    weight: 1,
    about: 'MpAccount',
    message: 'rotated',
  },
  {
    type: 'Cloud.Server.Subscription.Change',
    level: 'Info',
    weight: 1,
    about: 'Subscription',
    message: 'changed',
  },
  { type: 'Cloud.Mobile.Device.Enroll', level: 'Info', weight: 1, about: 'Device', message: 'enrolled' },
  { type: 'Cloud.Mobile.Device.Checkin', level: 'Info', weight: 3, about: 'Device', message: 'checked in' },
];

const SYSTEMS = ['Windows 11', 'macOS 15', 'iOS 18', 'Android 15', 'Ubuntu 24.04'] as const;
const FACTORS = ['Password,PhoneApp', 'Password,OATH', 'Password,SMS', 'Password,FIDO2', 'Password'] as const;
const REASONS = ['Wrong password', 'Account locked', 'Unknown device', 'Factor timed out'] as const;
/** From this number on, indexes are built once at the end instead of row by row. */
const BULK_EVENTS = 20_000;
const SPAN_MS = 90 * 86_400_000;

/** Adds events from `from + 1` to `to`, spread over the last ninety days, oldest first. */
export function seedEvents(parts: SeedEventParts, from: number, to: number): void {
  const { random, people } = parts;
  const isBulk = from === 0 && to > BULK_EVENTS;
  if (isBulk) for (const name of Object.keys(eventIndexes)) parts.database.exec(`DROP INDEX ${name}`);
  const insert = parts.database.prepare('INSERT INTO Event VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)');
  const wheel = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  const step = SPAN_MS / Math.max(1, to - from);
  for (let number = from; number < to; number++) {
    const kind = wheel[random.below(wheel.length)] ?? KINDS[0];
    if (kind === undefined) break;
    const person = people[random.below(people.length)] ?? people[0];
    const subjects = kind.about === undefined ? [] : (parts.subjects[kind.about] ?? []);
    const subject = subjects[random.below(subjects.length)];
    const at =
      parts.now - SPAN_MS + Math.floor((number - from) * step) + random.below(Math.max(1, Math.floor(step)));
    insert.run(
      null,
      toStoredTime(at),
      kind.type,
      kind.level,
      `${person.displayName} ${kind.message}${subject === undefined ? '' : ` ${subject.name}`}.`,
      person.username,
      person.id,
      addressAt(person.place, random.below(254)),
      person.place.country,
      kind.fails === true ? 'Password' : random.below(5) === 0 ? 'Certificate' : 'Password',
      kind.type.includes('Mfa') ? random.pick(FACTORS) : null,
      kind.fails === true ? random.pick(REASONS) : null,
      random.pick(SYSTEMS),
      subject?.type ?? null,
      subject?.id ?? null,
      subject?.name ?? null,
      random.session(),
    );
  }
  if (isBulk) parts.database.exec(createEventIndexes);
}

function addressAt({ network, hosts }: Place, draw: number): string {
  return `${network}${hosts.from + (draw % (hosts.to - hosts.from + 1))}`;
}
