import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../store/open-database.ts';
import { findTemplate } from '../catalog/templates.ts';
import {
  clientIdOf,
  defaultSamlScript,
  type ApplicationRecord,
  type StoredApplication,
} from './application-record.ts';
import { checkedChanges } from './application-changes.ts';
import type { ApplicationStore } from './application-store.ts';
import { catalogOperations } from './catalog-operations.ts';
import type { ChangeType, RecordChange } from './change-events.ts';
import { OperationFailure } from '../requests/envelope.ts';
import type { Operation } from '../http/operation.ts';
import { asText, isRecord, type RequestMembers } from '../requests/request-members.ts';
import type { Right } from '../requests/rights.ts';
import { assignToRoles } from './role-assignment.ts';

/** An invalid member of a record. */
export interface MemberProblem {
  /** Path in the record: `OAuthProfile.Redirects`. */
  readonly member: string;
  readonly problem: string;
}

interface ApplicationOperationParts {
  readonly database: DatabaseSync;
  readonly baseUrl: string;
  readonly applications: ApplicationStore;
  /** A problem with the `OAuthProfile` that would make every sign-in to an application fail. */
  readonly problemOfClient: (application: StoredApplication) => MemberProblem | undefined;
  /** The same for a SAML application. */
  readonly problemOfServiceProvider: (application: StoredApplication) => MemberProblem | undefined;
  readonly recordChange: RecordChange;
  /** Revokes all tokens of a client. */
  readonly endTokensOf: (clientId: string) => void;
}

/** Records contain client secrets and scripts, so reading them needs a right too. */
const CHANGE: readonly Right[] = ['/lib/rights/appman.json'];
const READ: readonly Right[] = ['/lib/rights/appman.json', '/lib/rights/readonly.json'];

/**
 * Platform specification, "Application management endpoints", and the additional ones of the compatibility
 * notes.
 */
export function applicationOperations(parts: ApplicationOperationParts): Operation[] {
  const { applications } = parts;
  return [
    ...catalogOperations(),
    {
      path: '/SaasManage/ImportAppFromTemplate',
      rights: CHANGE,
      run: ({ members, failingItem, caller }) =>
        importTemplates(parts, members.texts('ID') ?? [], failingItem, caller.subject),
    },
    {
      path: '/SaasManage/GetApplication',
      rights: READ,
      run: ({ members }) => {
        const record = applications.wireRecord(rowKey(members));
        if (record === undefined) throw notFound(rowKey(members));
        return record;
      },
    },
    {
      path: '/SaasManage/GetScript',
      rights: READ,
      run: ({ members }) => {
        const id = members.text('appkey') ?? rowKey(members);
        const stored = applications.find(id);
        if (stored === undefined) throw notFound(id);
        const script = stored.members['Script'];
        return {
          Modified: stored.members['ScriptModified'] === true,
          Script: typeof script === 'string' ? script : '@Empty',
        };
      },
    },
    {
      path: '/SaasManage/UpdateApplicationDE',
      rights: CHANGE,
      run: ({ members, caller }) => update(parts, members, caller.subject),
    },
    {
      path: '/SaasManage/ResetAppScript',
      rights: CHANGE,
      run: ({ members, caller }) => resetScript(parts, rowKey(members), caller.subject),
    },
    {
      path: '/SaasManage/DeleteApplication',
      rights: CHANGE,
      run: ({ members, failingItem, caller }) => {
        const ids = members.texts('_RowKey') ?? members.texts('ID') ?? [];
        if (ids.length === 0)
          throw new OperationFailure('MissingParameter', '_RowKey is required: an array of application IDs.');
        return inTransaction(parts.database, () =>
          ids.map((id, index) => ({
            success: index + 1 !== failingItem && remove(parts, id, caller.subject),
            _RowKey: id,
          })),
        );
      },
    },
    {
      path: '/SaasManage/GetAppIDByServiceName',
      run: ({ members }) => {
        const name = members.text('name') ?? members.requiredText('ServiceName');
        const id = applications.resolve(name);
        if (id === undefined)
          throw new OperationFailure('ApplicationNotFound', `No application has the service name ${name}.`);
        return id;
      },
    },
  ];
}

/** Records who did it, while the application still exists. */
function record(
  { applications, recordChange }: ApplicationOperationParts,
  type: ChangeType,
  subject: string,
  id: string,
): void {
  const name = applications.find(id)?.members['Name'];
  recordChange(type, subject, { type: 'Application', id, name: typeof name === 'string' ? name : id });
}

function importTemplates(
  parts: ApplicationOperationParts,
  ids: readonly string[],
  failingItem: number | null,
  subject: string,
) {
  if (ids.length === 0)
    throw new OperationFailure('MissingParameter', 'ID is required: the ID of a template.');
  const found = ids.map((id) => {
    const template = findTemplate(id);
    if (template === undefined)
      throw new OperationFailure('TemplateNotFound', `No template has the ID ${id}.`);
    return template;
  });
  return inTransaction(parts.database, () =>
    found.map((template, index) => {
      if (index + 1 === failingItem) return { success: false, ID: template.id, _RowKey: null };
      const id = parts.applications.importTemplate(template);
      record(parts, 'Cloud.Saas.Application.AppAdd', subject, id);
      return { success: true, ID: template.id, _RowKey: id };
    }),
  );
}

function resetScript(parts: ApplicationOperationParts, id: string, subject: string) {
  const stored = parts.applications.find(id);
  if (stored === undefined) throw notFound(id);
  const template = findTemplate(asText(stored.members['TemplateName']));
  const script =
    stored.kind === 'Saml'
      ? defaultSamlScript(parts.baseUrl, asText(stored.members['ServiceName']))
      : '@Empty';
  inTransaction(parts.database, () => {
    parts.applications.replaceMembers(id, { ...stored.members, Script: script, ScriptModified: false });
    record(parts, 'Cloud.Saas.Application.AppModify', subject, id);
  });
  return { Script: script, TemplateName: template?.id ?? null };
}

function update(
  parts: ApplicationOperationParts,
  members: RequestMembers,
  subject: string,
): { State: number } {
  const id = rowKey(members);
  const stored = parts.applications.find(id);
  if (stored === undefined) throw new OperationFailure('InvalidRowKey', 'The provided RowKey  is not valid.');
  const changes = checkedChanges(members);
  requireUnusedServiceName(parts.applications, id, changes['ServiceName']);
  const profile = mergedProfile(stored.members, changes);
  requireUsable(parts.problemOfClient({ ...stored, members: profile }));
  requireUsable(introducedProblem(parts, stored, changes));
  requireUnusedClientId(parts.applications, id, profile);
  inTransaction(parts.database, () => {
    const replaced = changes['Script'] !== undefined && changes['Script'] !== stored.members['Script'];
    // Our decision on omitted members: they are unchanged. Unknown members are stored too.
    parts.applications.replaceMembers(id, {
      ...stored.members,
      ...changes,
      ...profile,
      ...followingIssuer(parts.baseUrl, stored.members, changes),
      ...(replaced ? { ScriptModified: true } : {}),
    });
    const roles = members.object('AppRoles');
    if (roles !== undefined) assignToRoles(parts.database, id, roles);
    endTokensAfter(parts, stored.members, parts.applications.find(id)?.members ?? {});
    record(parts, 'Cloud.Saas.Application.AppModify', subject, id);
  });
  return { State: 0 };
}

/** Revokes tokens with their application: no one could revoke them afterwards. */
function remove(parts: ApplicationOperationParts, id: string, subject: string): boolean {
  const { applications, endTokensOf } = parts;
  const known = applications.find(id);
  if (known !== undefined) record(parts, 'Cloud.Saas.Application.AppDelete', subject, id);
  const clientId = clientIdOf(known?.members ?? {});
  const isRemoved = applications.remove(id);
  if (isRemoved && clientId !== null) endTokensOf(clientId);
  return isRemoved;
}

/** Members for client authentication. */
const CREDENTIALS = ['ClientSecret', 'TokenEndpointAuthMethod', 'Jwks', 'JwksUri'] as const;

/** A secret is changed because it may have leaked: tokens obtained with the old one are revoked. */
function endTokensAfter(
  { endTokensOf }: ApplicationOperationParts,
  before: ApplicationRecord,
  after: ApplicationRecord,
): void {
  const clientId = clientIdOf(before);
  if (clientId === null) return;
  const credentialsOf = ({ OAuthProfile: profile }: ApplicationRecord): string =>
    JSON.stringify(CREDENTIALS.map((name) => (isRecord(profile) ? (profile[name] ?? null) : null)));
  if (clientIdOf(after) !== clientId || credentialsOf(before) !== credentialsOf(after)) endTokensOf(clientId);
}

/**
 * Rejects settings that would make every sign-in fail, which would otherwise be noticed only at the first
 * sign-in.
 */
function requireUsable(found: MemberProblem | undefined): void {
  if (found !== undefined)
    throw new OperationFailure('InvalidParameter', `${found.member} ${found.problem}`, {
      Member: found.member,
    });
}

/** An existing problem is tolerated until it is fixed: other changes must be possible. */
function introducedProblem(
  { problemOfServiceProvider }: ApplicationOperationParts,
  stored: StoredApplication,
  changes: ApplicationRecord,
): MemberProblem | undefined {
  const found = problemOfServiceProvider({ ...stored, members: { ...stored.members, ...changes } });
  const before = problemOfServiceProvider(stored);
  return found?.member === before?.member && found?.problem === before?.problem ? undefined : found;
}

/** Service names are part of URLs (`/oauth2/token/{app}`), so they must be unique. */
function requireUnusedServiceName(applications: ApplicationStore, id: string, name: unknown): void {
  if (typeof name !== 'string') return;
  if (name.trim() === '') throw new OperationFailure('InvalidParameter', "ServiceName can't be empty.");
  if (name === '.' || name === '..')
    throw new OperationFailure(
      'InvalidParameter',
      `ServiceName can't be ${name}: it can't be part of a URL.`,
    );
  const owner = applications.resolve(name);
  if (owner !== undefined && owner !== id) {
    throw new OperationFailure('ServiceNameTaken', `Another application has the service name ${name}.`);
  }
}

/** An application without a client ID may set one (our addition); it must be unique. */
function requireUnusedClientId(applications: ApplicationStore, id: string, members: ApplicationRecord): void {
  const clientId = clientIdOf(members);
  const owner = clientId === null ? undefined : applications.findByClientId(clientId);
  if (owner !== undefined && owner.id !== id)
    throw new OperationFailure('ClientIdTaken', `Another application has the client ID ${clientId}.`);
}

/** Our decision: an issuer derived from the service name follows it, unless the request sets another one. */
function followingIssuer(
  baseUrl: string,
  members: ApplicationRecord,
  changes: ApplicationRecord,
): ApplicationRecord {
  const name = changes['ServiceName'];
  const isMadeOfName = members['Issuer'] === `${baseUrl}/${asText(members['ServiceName'])}`;
  const isIssuerUnchanged = changes['Issuer'] === undefined || changes['Issuer'] === members['Issuer'];
  return typeof name === 'string' && isMadeOfName && isIssuerUnchanged
    ? { Issuer: `${baseUrl}/${name}` }
    : {};
}

/**
 * The client ID is generated at registration and never changes; other members of OAuthProfile are replaced
 * individually.
 */
function mergedProfile(members: ApplicationRecord, changes: ApplicationRecord): ApplicationRecord {
  const before = members['OAuthProfile'];
  const after = changes['OAuthProfile'];
  if (after === undefined) return {};
  if (!isRecord(after)) throw new OperationFailure('InvalidParameter', 'OAuthProfile must be an object.');
  if (!isRecord(before)) return { OAuthProfile: after };
  return { OAuthProfile: { ...before, ...after, ClientID: before['ClientID'] } };
}

function rowKey(members: RequestMembers): string {
  const id = members.text('_RowKey') ?? members.text('ID');
  if (id === undefined || id.trim() === '')
    throw new OperationFailure('InvalidRowKey', 'The provided RowKey  is not valid.');
  return id;
}

function notFound(id: string): OperationFailure {
  return new OperationFailure('ApplicationNotFound', `Application ${id} not found.`);
}
