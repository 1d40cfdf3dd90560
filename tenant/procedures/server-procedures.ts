import { optional, required, type Procedure } from './procedure.ts';

const EVENT = 'e.ID, e.WhenOccurred, e.EventType, e.Level, e.NormalizedUser, e.Message, e.FromIPAddress';
const CHECKOUT = "e.EventType = 'Cloud.Server.LocalAccount.PasswordCheckout'";

/** Procedures about servers, accounts and the rest of the vault. */
export const serverProcedures: readonly Procedure[] = [
  {
    ...activity('collection', 'Sets', 'known'),
    parameters: [required('id', 'ID in Sets', "SELECT ID FROM Sets WHERE Name = 'Production servers'")],
    // Objects in a folder, which is also a set, have the folder's ID themselves.
    sql: selectActivity(
      'e.EntityID IN (SELECT object_id FROM set_member WHERE set_id = @id UNION ALL SELECT id FROM vaulted_object WHERE folder_id = @id)',
    ),
  },
  activity('database', 'VaultDatabase', 'known'),
  activity('discoveryprofile', 'DiscoveryProfile', 'known'),
  activity('domain', 'VaultDomain', 'ours'),
  activity('generic_secret', 'GenericSecret', 'known'),
  activity('mpaccount', 'MpAccount', 'ours'),
  activity('server', 'Server', 'known'),
  activity('subscription', 'Subscription', 'ours'),
  activity('account', 'VaultAccount', 'known'),
  activity('sshkeys', 'SshKeys', 'known'),
  {
    path: '/lib/server/get_activity_for_servers.js',
    description: 'activity for servers',
    origin: 'ours',
    parameters: [],
    sql: `SELECT ${EVENT}, e.EntityID AS ServerID, e.EntityName AS ServerName FROM Event e WHERE e.EntityType = 'Server' ORDER BY e.WhenOccurred DESC`,
  },
  {
    path: '/lib/server/get_account_checkouts.js',
    description: 'account checkout',
    origin: 'ours',
    parameters: [optional('id', 'ID of an account; all accounts if empty')],
    sql: `SELECT ${EVENT}, e.EntityID AS AccountID, e.EntityName AS AccountName FROM Event e WHERE e.EntityType = 'VaultAccount' AND ${CHECKOUT} AND (@id IS NULL OR e.EntityID = @id) ORDER BY e.WhenOccurred DESC`,
  },
  {
    path: '/lib/server/get_accounts.js',
    description: 'accounts',
    origin: 'known',
    parameters: [
      optional('mode', 'AllAccounts, or Managed for accounts with managed passwords'),
      optional('localOnly', 'true for server accounts only'),
      optional('newcode', 'accepted, but has no effect'),
    ],
    sql: `SELECT * FROM VaultAccount WHERE (ifnull(@mode, 'AllAccounts') <> 'Managed' OR IsManaged) AND (NOT ifnull(@localOnly, 0) OR Host IS NOT NULL) AND (@newcode IS NULL OR 1) ORDER BY Name COLLATE NOCASE`,
  },
  {
    path: '/lib/server/get_servers_with_most_activity.js',
    description: 'servers with most activity',
    origin: 'ours',
    parameters: [],
    sql: `SELECT s.ID, s.Name, s.FQDN, count(e.ID) AS Events FROM Server s JOIN Event e ON e.EntityType = 'Server' AND e.EntityID = s.ID GROUP BY s.ID ORDER BY Events DESC`,
  },
  {
    path: '/lib/server/get_servers_with_most_checkouts.js',
    description: 'servers with most checkouts',
    origin: 'ours',
    parameters: [],
    sql: `SELECT s.ID, s.Name, s.FQDN, count(e.ID) AS Checkouts FROM Server s JOIN VaultAccount a ON a.Host = s.ID JOIN Event e ON e.EntityType = 'VaultAccount' AND e.EntityID = a.ID AND ${CHECKOUT} GROUP BY s.ID ORDER BY Checkouts DESC`,
  },
  {
    path: '/lib/server/get_servers_by_type.js',
    description: 'servers by type',
    origin: 'ours',
    parameters: [],
    sql: "SELECT ComputerClass, count(*) AS Servers, sum(HealthStatus <> 'OK') AS Unreachable FROM Server GROUP BY ComputerClass ORDER BY Servers DESC",
  },
  {
    path: '/lib/server/get_server_logins.js',
    description: 'logins for a server',
    origin: 'ours',
    parameters: [
      required('id', 'ID of the server', "SELECT EntityID FROM Event WHERE EventType = 'Cloud.Server.Login'"),
    ],
    sql: `SELECT ${EVENT} FROM Event e WHERE e.EntityType = 'Server' AND e.EntityID = @id AND e.EventType = 'Cloud.Server.Login' ORDER BY e.WhenOccurred DESC`,
  },
  {
    path: '/lib/server/get_server_count.js',
    description: 'server count',
    origin: 'ours',
    parameters: [],
    sql: "SELECT count(*) AS Servers, sum(HealthStatus = 'OK') AS Reachable FROM Server",
  },
  {
    path: '/lib/server/get_server_admin_activity.js',
    description: 'server admin activity',
    origin: 'ours',
    parameters: [],
    sql: `SELECT ${EVENT}, e.EntityName AS ServerName FROM Event e WHERE e.EntityType = 'Server' AND e.EventType = 'Cloud.Server.AdminChange' ORDER BY e.WhenOccurred DESC`,
  },
  {
    path: '/lib/server/get_server_user_activity.js',
    description: 'server user activity',
    origin: 'ours',
    parameters: [],
    sql: `SELECT e.UserGuid AS ID, e.NormalizedUser, count(*) AS Logins, count(DISTINCT e.EntityID) AS Servers, max(e.WhenOccurred) AS LastLogin FROM Event e
          WHERE e.EntityType = 'Server' AND e.EventType = 'Cloud.Server.Login' GROUP BY e.UserGuid ORDER BY Logins DESC`,
  },
];

function activity(name: string, entity: string, origin: Procedure['origin']): Procedure {
  return {
    path: `/lib/server/get_activity_for_${name}.js`,
    description: `activity for a ${name}`,
    origin,
    parameters: [
      required('id', `ID in ${entity}`, `SELECT EntityID FROM Event WHERE EntityType = '${entity}'`),
    ],
    sql: selectActivity(`e.EntityType = '${entity}' AND e.EntityID = @id`),
  };
}

function selectActivity(condition: string): string {
  return `SELECT ${EVENT}, e.EntityName FROM Event e WHERE ${condition} ORDER BY e.WhenOccurred DESC`;
}
