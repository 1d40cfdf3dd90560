import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../store/open-database.ts';
import type { ApplicationStore } from './application-store.ts';
import type { RecordChange } from './change-events.ts';
import { OperationFailure } from '../requests/envelope.ts';
import type { Operation } from '../http/operation.ts';
import { setPermissions } from './application-permissions.ts';
import type { RequestMembers } from '../requests/request-members.ts';
import { ADMINISTRATIVE, requireRight } from '../requests/rights.ts';
import { assignToRoles } from './role-assignment.ts';

interface AssignmentParts {
  readonly database: DatabaseSync;
  readonly applications: ApplicationStore;
  readonly recordChange: RecordChange;
}

/**
 * Application assignments. The payloads of PublishApplication and GetUPData are not in the specification: the
 * first is ours, the second follows the compatibility notes.
 */
export function assignmentOperations({ database, applications, recordChange }: AssignmentParts): Operation[] {
  const roleApps = database.prepare(
    'SELECT a.ID, a.Name, a.DisplayName, a.Icon, a.AppTypeDisplayName, p.automatic FROM role_application p JOIN Application a ON a.ID = p.application_id WHERE p.role_id = ? ORDER BY a.Name COLLATE NOCASE',
  );
  const role = database.prepare('SELECT 1 FROM Role WHERE ID = ?');
  const roleNamed = database.prepare('SELECT ID FROM Role WHERE Name = ? COLLATE NOCASE');

  function applicationId(members: RequestMembers): string {
    const id = members.text('_RowKey') ?? members.text('ID') ?? '';
    if (applications.find(id) === undefined)
      throw new OperationFailure('InvalidRowKey', 'The provided RowKey  is not valid.');
    return id;
  }

  function record(id: string, subject: string): void {
    const name = applications.find(id)?.members['Name'];
    recordChange('Cloud.Saas.Application.AppModify', subject, {
      type: 'Application',
      id,
      name: typeof name === 'string' ? name : id,
    });
  }

  return [
    {
      path: '/SaasManage/PublishApplication',
      rights: ['/lib/rights/appman.json'],
      run: ({ members, caller }) => {
        const id = applicationId(members);
        const roles = members.texts('Roles');
        const appRoles = members.object('AppRoles') ?? { Publish: roles ?? [] };
        if (roles === undefined && members.object('AppRoles') === undefined) {
          throw new OperationFailure(
            'MissingParameter',
            'Roles is required: an array of role IDs (or AppRoles with Publish and UnPublish).',
          );
        }
        inTransaction(database, () => {
          assignToRoles(database, id, appRoles);
          record(id, caller.subject);
        });
        return { State: 0 };
      },
    },
    {
      path: '/SaasManage/SetApplicationPermissions',
      rights: ['/lib/rights/appman.json'],
      run: ({ members, caller }) => {
        const id = applicationId(members);
        setPermissions(database, id, members.raw('Grants'));
        record(id, caller.subject);
        return null;
      },
    },
    {
      // Seen in the platform's public command line, with `roleName` in the query string.
      path: '/SaasManage/GetRoleIdFromName',
      run: ({ members }) => {
        const name = members.requiredText('roleName');
        const id = roleNamed.get(name)?.['ID'];
        if (typeof id !== 'string')
          throw new OperationFailure('RoleNotFound', `No role has the name ${name}.`);
        return id;
      },
    },
    {
      path: '/SaasManage/GetRoleApps',
      rights: ADMINISTRATIVE,
      run: ({ members }) => {
        const id = members.requiredText('role');
        if (role.get(id) === undefined) throw new OperationFailure('RoleNotFound', `Role ${id} not found.`);
        const rows = roleApps.all(id);
        return {
          FullCount: rows.length,
          Results: rows.map(({ automatic, ...row }) => ({
            Entities: [{ Type: 'Application', Key: row['ID'], IsForeignKey: false }],
            Row: { ...row, Automatic: automatic === 1 },
          })),
        };
      },
    },
    userPortalOperation(database),
  ];
}

/**
 * POST /UPRest/GetUPData: the applications that a user sees in the portal; the caller's own without
 * `username`.
 */
function userPortalOperation(database: DatabaseSync): Operation {
  const user = database.prepare('SELECT ID, Username, DisplayName FROM User WHERE ID = ?1 OR Username = ?1');
  const apps = database.prepare(
    `SELECT DISTINCT a.id, a.name, a.display_name, a.description, a.icon, a.category, a.app_type_display_name, d.data FROM application_user p
     JOIN application_record a ON a.id = p.application_id
     LEFT JOIN user_application_data d ON d.application_id = a.id AND d.user_id = p.user_id WHERE p.user_id = ? ORDER BY a.display_name COLLATE NOCASE`,
  );
  return {
    path: '/UPRest/GetUPData',
    membersOptional: true,
    run: ({ members, caller, hasRight }) => {
      members.flag('force');
      const name = members.text('username') ?? caller.subject;
      const row = user.get(name);
      if (row === undefined) throw new OperationFailure('UserNotFound', `User ${name} not found.`);
      if (row['ID'] !== caller.subject)
        requireRight(['/lib/rights/userman.json', '/lib/rights/readonly.json'], hasRight);
      const list = apps.all(String(row['ID'])).map((app) => ({
        Name: app['name'],
        DisplayName: app['display_name'],
        Description: app['description'],
        AppKey: app['id'],
        Icon: app['icon'],
        Category: app['category'],
        AppTypeDisplayName: app['app_type_display_name'],
        Data: typeof app['data'] === 'string' ? (JSON.parse(app['data']) as unknown) : null,
      }));
      return { UserName: row['Username'], DisplayName: row['DisplayName'], Apps: list };
    },
  };
}
