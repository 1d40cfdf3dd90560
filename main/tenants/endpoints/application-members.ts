import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { JsonValue, Settings } from '../../../contract/applications/application-settings.ts';
import { settingsSchema, valueAt, withValue } from '../../../contract/applications/application-settings.ts';
import { isEmptyValue, pathsOf, signOnFields } from '../../../contract/applications/sign-on-fields.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { isRejection } from '../../../contract/errors/errors.ts';
import { longNumbers, roundedSince } from '../../../languages/json/long-numbers.ts';
import { isSameJson } from '../../../languages/json/same-json.ts';
import type { ApplicationDetail } from '../../../contract/applications/applications.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { ApplicationScript } from '../../../contract/scripts/scripts.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { isApplicationThere } from './application-lifecycle.ts';
import type { ApplicationRecord } from './application-record.ts';
import { readApplicationRecord } from './application-record.ts';
import { withoutSecrets } from './record-secrets.ts';
import { readScript } from './script-read.ts';

/**
 * The current state of an application, with everything that an update has to send. Its record has secrets in clear text, so it is
 * only held in memory, for one change.
 */
export interface ApplicationMembers {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly script: string;
  /** False: the template's script. Sending it would turn it into a custom script. */
  readonly hasOwnScript: boolean;
  readonly templateName: string;
  readonly record: ApplicationRecord;
}

export interface ApplicationRead {
  readonly members: ApplicationMembers;
  /** For example `Web - SAML`. */
  readonly type: string;
}

interface OneApplication {
  readonly tenantId: string;
  readonly id: string;
}

/** For display: an application whose script can't be read is shown as one without a custom script. */
export async function readForShowing(
  client: TenantClient,
  { tenantId, id }: OneApplication,
  call: CallContext,
): Promise<ApplicationRead> {
  const [record, script] = await Promise.all([
    readApplicationRecord(client, { tenantId, id }, call),
    readScript(client, { tenantId, applicationId: id }, call).catch((error: unknown) => {
      if (isRejection(toDeskError(error).code)) return { script: '', isModified: false };
      throw error;
    }),
  ]);
  return applicationOf(id, record, script);
}

/** The current state of an application for an edit: record and script, requested in parallel. */
async function readApplication(
  client: TenantClient,
  { tenantId, id }: OneApplication,
  call: CallContext,
): Promise<ApplicationRead> {
  const [record, script] = await Promise.all([
    readApplicationRecord(client, { tenantId, id }, call),
    readScript(client, { tenantId, applicationId: id }, call),
  ]);
  return applicationOf(id, record, script);
}

function applicationOf(id: string, record: ApplicationRecord, script: ApplicationScript): ApplicationRead {
  const members = {
    name: record.Name ?? record.DisplayName ?? id,
    description: record.Description ?? '',
    icon: record.Icon ?? '',
    script: script.script,
    hasOwnScript: script.isModified,
    templateName: record.TemplateName ?? '',
    record,
  };
  return { members, type: record.AppTypeDisplayName ?? '' };
}

/** The application for display and the offline cache; `hide` replaces secrets. */
export function describeApplication(
  id: string,
  { members, type }: ApplicationRead,
  hide: (record: ApplicationRecord) => Readonly<Record<string, unknown>>,
): ApplicationDetail {
  const { name, description, icon, script, hasOwnScript, templateName, record } = members;
  const ownScript = hasOwnScript ? script : null;
  return { id, name, description, type, templateName, icon, ownScript, record: { ...hide(record) } };
}

/**
 * Like `readApplication`, but undefined if the application doesn't exist. The response for a deleted application isn't specified, and
 * a rejection may have other reasons, so its row is queried in that case.
 */
export async function findApplicationMembers(
  client: TenantClient,
  one: OneApplication,
  call: CallContext,
): Promise<ApplicationRead | undefined> {
  try {
    return await readApplication(client, one, call);
  } catch (error) {
    if (isRejection(toDeskError(error).code) && !(await isApplicationThere(client, one, call)))
      return undefined;
    throw error;
  }
}

/** What an update sent, without secrets, for storage. */
export const sentMembersSchema = z.object({
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  /** Digest to compare scripts. */
  scriptDigest: z.string(),
  /** Only editable settings: the tenant may change others itself, such as counters. */
  settings: settingsSchema,
  /** Digits of all numbers beyond double precision, by path. Missing in data of earlier versions. */
  longNumbers: z.record(z.string(), z.string()).optional(),
});

/** Lock key of an application record, into which its members, script and role assignments are written. */
export const applicationLane = (applicationId: string): string => `application-record:${applicationId}`;

export type SentMembers = z.infer<typeof sentMembersSchema>;

const shownPaths = signOnFields.filter(({ isReadOnly }) => isReadOnly !== true).flatMap(pathsOf);

export function sentMembersOf({ name, description, icon, script, record }: ApplicationMembers): SentMembers {
  const members = withoutSecrets(record);
  const settings = shownPaths.reduce((found: Settings, path) => {
    const value = valueAt(members, path);
    // Parsed from JSON.
    return isEmptyValue(value) ? found : withValue(found, path, value as JsonValue);
  }, {});
  return {
    ...{ name, description, icon, scriptDigest: digestOf(sameLines(script)) },
    settings: { ...settings },
    longNumbers: { ...longNumbers(members) },
  };
}

/**
 * Names of the members in which an application differs from what was sent. Of members that aren't shown, reports only those whose
 * numbers lost digits, which isn't a change by the tenant itself, such as a counter.
 */
export function changedSince(sent: SentMembers, members: ApplicationMembers): string[] {
  const now = sentMembersOf(members);
  return [
    ...(sent.name.trim() === now.name.trim() ? [] : ['name']),
    ...(sameLines(sent.description) === sameLines(now.description) ? [] : ['description']),
    ...(sent.icon === now.icon ? [] : ['icon']),
    ...(sent.scriptDigest === now.scriptDigest ? [] : ['script']),
    ...shownPaths.filter((path) => !isSameValue(sent.settings, now.settings, path)),
    ...roundedSince(sent.longNumbers ?? {}, members.record).filter((path) => !isShown(path)),
  ];
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const sameLines = (text: string): string => text.replaceAll('\r\n', '\n').trim();

const isSameValue = (one: Settings, other: Settings, path: string): boolean =>
  isSameJson(valueAt(one, path), valueAt(other, path));

const isShown = (path: string): boolean =>
  shownPaths.some((shown) => path === shown || path.startsWith(`${shown}.`));
