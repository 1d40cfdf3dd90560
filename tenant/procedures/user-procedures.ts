// cspell:ignore favourite (a table of existing databases)
import { optional, required, type Procedure } from './procedure.ts';

const EVENT =
  'e.ID, e.WhenOccurred, e.EventType, e.Level, e.NormalizedUser, e.Message, e.FromIPAddress, e.EntityType, e.EntityName';
const NOT_ABOUT_USERS = "e.EventType NOT LIKE 'Cloud.Mobile.%'";

/** Procedures about users, roles, rights and user activity. */
export const userProcedures: readonly Procedure[] = [
  {
    path: '/lib/all_roles_with_members.js',
    description: 'all roles with members',
    origin: 'known',
    parameters: [],
    sql: `SELECT r.ID, r.Name, r.Description, r.RoleType, (SELECT count(*) FROM role_member m WHERE m.role_id = r.ID) AS MemberCount,
            (SELECT group_concat(u.Username, ', ') FROM role_member m JOIN User u ON u.ID = m.user_id WHERE m.role_id = r.ID) AS Members
          FROM Role r WHERE EXISTS (SELECT 1 FROM role_member m WHERE m.role_id = r.ID) ORDER BY r.Name COLLATE NOCASE`,
  },
  {
    path: '/lib/get_user_activity.js',
    description: 'all user activity',
    origin: 'ours',
    parameters: [],
    sql: `SELECT u.ID, u.Username, u.DisplayName, count(e.ID) AS Events, max(e.WhenOccurred) AS LastEvent
          FROM User u LEFT JOIN Event e ON e.UserGuid = u.ID GROUP BY u.ID ORDER BY Events DESC`,
  },
  {
    path: '/lib/get_mfa_events.js',
    description: 'all multi-factor authentication events',
    origin: 'known',
    parameters: [],
    sql: `SELECT ${EVENT}, e.Factors, e.FailReason FROM Event e WHERE e.EventType IN ('Cloud.Core.MfaSummary', 'Cloud.Core.MfaSummaryFail') ORDER BY e.WhenOccurred DESC`,
  },
  {
    path: '/lib/get_mfa_success_events.js',
    description: 'multi-factor authentication success events',
    origin: 'ours',
    parameters: [],
    sql: `SELECT ${EVENT}, e.Factors FROM Event e WHERE e.EventType = 'Cloud.Core.MfaSummary' ORDER BY e.WhenOccurred DESC`,
  },
  {
    path: '/lib/get_superrights.js',
    description: 'superrights',
    origin: 'known',
    parameters: [optional('excludeRight', 'path of a right to exclude')],
    sql: `SELECT DISTINCT description AS Description, path AS Path FROM role_right WHERE path <> ifnull(@excludeRight, '') ORDER BY Description`,
  },
  {
    path: '/lib/get_user_activity_events.js',
    description: 'all user activity events',
    origin: 'ours',
    parameters: [],
    sql: `SELECT ${EVENT} FROM Event e WHERE ${NOT_ABOUT_USERS} ORDER BY e.WhenOccurred DESC`,
  },
  {
    path: '/lib/get_user_activity_for_admin.js',
    description: 'user activity for an admin',
    origin: 'known',
    parameters: [
      required(
        'userid',
        'ID of the user whose activity an admin views',
        'SELECT UserGuid FROM Event WHERE UserGuid IS NOT NULL',
      ),
    ],
    sql: `SELECT ${EVENT}, e.AuthMethod, e.FailReason FROM Event e WHERE e.UserGuid = @userid ORDER BY e.WhenOccurred DESC`,
  },
  {
    path: '/lib/get_user_roles.js',
    description: 'all user roles',
    origin: 'ours',
    parameters: [optional('id', 'ID of a user; all users if empty')],
    sql: `SELECT u.ID AS UserID, u.Username, r.ID, r.Name, r.Description FROM role_member m JOIN User u ON u.ID = m.user_id JOIN Role r ON r.ID = m.role_id
          WHERE @id IS NULL OR u.ID = @id ORDER BY u.Username, r.Name COLLATE NOCASE`,
  },
  {
    path: '/lib/get_user_role_names.js',
    description: 'names of all user roles',
    origin: 'ours',
    parameters: [],
    sql: 'SELECT DISTINCT r.ID, r.Name FROM role_member m JOIN Role r ON r.ID = m.role_id ORDER BY r.Name COLLATE NOCASE',
  },
  {
    path: '/lib/get_role_members.js',
    description: 'members of a role',
    origin: 'ours',
    parameters: [required('id', 'ID of the role', "SELECT ID FROM Role WHERE ID = 'Everybody'")],
    sql: `SELECT u.ID, u.Username, u.DisplayName, u.Email, u.Status FROM role_member m JOIN User u ON u.ID = m.user_id WHERE m.role_id = @id ORDER BY u.Username`,
  },
  {
    path: '/lib/get_favorite_dashboards.js',
    description: 'favorite dashboards',
    origin: 'ours',
    parameters: [optional('userid', 'ID of a user; all users if empty')],
    sql: `SELECT f.path AS ID, f.name AS Name, count(*) AS Users FROM favourite f WHERE f.kind = 'Dashboard' AND (@userid IS NULL OR f.user_id = @userid) GROUP BY f.path ORDER BY Users DESC`,
  },
  {
    path: '/lib/get_favorite_reports.js',
    description: 'favorite reports',
    origin: 'ours',
    parameters: [optional('userid', 'ID of a user; all users if empty')],
    sql: `SELECT f.path AS ID, f.name AS Name, count(*) AS Users FROM favourite f WHERE f.kind = 'Report' AND (@userid IS NULL OR f.user_id = @userid) GROUP BY f.path ORDER BY Users DESC`,
  },
];
