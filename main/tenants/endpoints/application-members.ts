import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { JsonValue, Settings } from '../../../contract/applications/application-settings.ts';
import { settingsSchema, valueAt, withValue } from '../../../contract/applications/application-settings.ts';
import { isEmptyValue, pathsOf, signOnFields } from '../../../contract/applications/sign-on-fields.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { isRefusal } from '../../../contract/errors/errors.ts';
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
 * An application as it is now, with all that an update has to send, whatever changes. Its record has the secrets in
 * clear: it lives in memory, for one change.
 */
export interface ApplicationMembers {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly script: string;
  /** False: the script is the template's. Sending it would make it the application's own. */
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

/** For showing: an application whose script the tenant does not give is shown all the same, as one without its own. */
export async function readForShowing(
  client: TenantClient,
  { tenantId, id }: OneApplication,
  call: CallContext,
): Promise<ApplicationRead> {
  const [record, script] = await Promise.all([
    readApplicationRecord(client, { tenantId, id }, call),
    readScript(client, { tenantId, applicationId: id }, call).catch((error: unknown) => {
      if (isRefusal(toDeskError(error).code)) return { script: '', isModified: false };
      throw error;
    }),
  ]);
  return applicationOf(id, record, script);
}

/** The application as it is now, with all that an edit has to send: its record and its script, two requests at once. */
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

/** As it is shown and kept for offline reading; `hide` puts something in the place of secrets. */
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
 * As `readApplication`, and undefined where there is no such application. What a tenant answers for one that is gone is
 * not specified, and a refusal may have other reasons: only then is its row looked for.
 */
export async function findApplicationMembers(
  client: TenantClient,
  one: OneApplication,
  call: CallContext,
): Promise<ApplicationRead | undefined> {
  try {
    return await readApplication(client, one, call);
  } catch (error) {
    if (isRefusal(toDeskError(error).code) && !(await isApplicationThere(client, one, call)))
      return undefined;
    throw error;
  }
}

/** What an update sent, for the disk: secrets are left out. */
export const sentMembersSchema = z.object({
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  /** Tells whether two scripts are the same. */
  scriptDigest: z.string(),
  /** Those that tabs show: what a tenant does with others, such as counting, is no change of the application. */
  settings: settingsSchema,
  /** The digits of all numbers that no double holds, by path. An earlier version did not note them. */
  longNumbers: z.record(z.string(), z.string()).optional(),
});

/** What names the record of an application, which its members, its script and its publications are written into. */
export const applicationLane = (applicationId: string): string => `application-record:${applicationId}`;

export type SentMembers = z.infer<typeof sentMembersSchema>;

const shownPaths = signOnFields.filter(({ isReadOnly }) => isReadOnly !== true).flatMap(pathsOf);

export function sentMembersOf({ name, description, icon, script, record }: ApplicationMembers): SentMembers {
  const members = withoutSecrets(record);
  const settings = shownPaths.reduce((kept: Settings, path) => {
    const value = valueAt(members, path);
    // Came out of JSON.
    return isEmptyValue(value) ? kept : withValue(kept, path, value as JsonValue);
  }, {});
  return {
    ...{ name, description, icon, scriptDigest: digestOf(sameLines(script)) },
    settings: { ...settings },
    longNumbers: { ...longNumbers(members) },
  };
}

/**
 * Names of the members in which an application differs from what was sent, in plain words. Of members that no tab shows,
 * those are told whose numbers have lost digits: that is no doing of the tenant's own, such as counting.
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
