import type { ArgumentExample, LibraryArgument } from './library-argument.ts';

export interface LibraryProcedure {
  /** Stable: used in routes and in stored view state. */
  readonly id: string;
  readonly name: string;
  readonly group: (typeof procedureGroups)[number] | 'Custom';
  /** What its rows are, in one line. */
  readonly description: string;
  /** The description in the platform's specification; empty if only public material describes it. */
  readonly described: string;
  /** Without the `@` before it. */
  readonly path: string;
  /**
   * True if the file name is public. For the others the specification says what they do but not what they are called, so a
   * tenant may use another name.
   */
  readonly isNamed: boolean;
  /** The specification lists paging arguments for it; for the others it says that they may exist. */
  readonly isPaged?: true;
  readonly parameters: readonly LibraryArgument[];
}

export const procedureGroups = [
  'Users',
  'Roles',
  'Applications',
  'Devices',
  'Servers',
  'Activity',
  'Jobs',
] as const;

type Given = Omit<LibraryProcedure, 'path' | 'isNamed' | 'parameters' | 'group'> & {
  readonly file: string;
  readonly named?: true;
  readonly parameters?: readonly LibraryArgument[];
};

const inGroup = (group: LibraryProcedure['group'], all: readonly Given[]): readonly LibraryProcedure[] =>
  all.map(({ file, named, parameters = [], ...given }) => ({
    ...given,
    group,
    path: `/lib/${file}.js`,
    isNamed: named === true,
    parameters,
  }));

interface ResourceOptions {
  readonly table?: string;
  readonly shown?: string;
  /** A query whose first value is one that the procedure returns rows for. */
  readonly example?: string;
}

const resource = (
  name: string,
  label: string,
  { table, shown = 'Name', example }: ResourceOptions = {},
): LibraryArgument => ({
  name,
  label,
  type: 'text',
  isRequired: true,
  description: '',
  ...(table === undefined ? {} : { choice: { from: 'table', table, label: shown } }),
  ...(example === undefined ? {} : { example: { from: 'query', query: example } }),
});

/** A resource with events: the example is one that has some. */
const resourceWithEvents = (name: string, label: string, entity: string, table?: string): LibraryArgument =>
  resource(name, label, {
    ...(table === undefined ? {} : { table }),
    example: `SELECT EntityID FROM Event WHERE EntityType = '${entity}'`,
  });

const textExample = (text: string): { readonly example: ArgumentExample } => ({
  example: { from: 'text', text },
});

const optional = (parameter: LibraryArgument, description: string): LibraryArgument => ({
  ...parameter,
  isRequired: false,
  description,
});

const user = (name: string, example?: string): LibraryArgument =>
  resource(name, 'User', { table: 'User', shown: 'Username', ...(example === undefined ? {} : { example }) });
const role = (name: string): LibraryArgument =>
  resource(name, 'Role', { table: 'Role', example: "SELECT ID FROM Role WHERE Name = 'Everybody'" });

/** Those that the specification names; the others come from public material. */
const describedActivities: ReadonlySet<string> = new Set([
  'collection',
  'database',
  'discoveryprofile',
  'domain',
  'generic_secret',
  'mpaccount',
  'server',
  'subscription',
]);

/** All procedures of the platform that are called by a query. Source: platform specification, "Query and job endpoints". */
export const procedureLibrary: readonly LibraryProcedure[] = [
  ...inGroup('Users', [
    {
      id: 'user-activity',
      name: 'All user activity',
      description: 'Activity count and last activity for each user',
      described: 'all user activity',
      file: 'get_user_activity',
    },
    {
      id: 'user-activity-events',
      name: 'All user events',
      description: 'User events, newest first',
      described: 'all user activity events',
      file: 'get_user_activity_events',
    },
    {
      id: 'user-activity-for-admin',
      name: 'Activity of a user',
      description: 'Activity of one user (admin view)',
      described: 'user activity for an admin',
      file: 'get_user_activity_for_admin',
      named: true,
      parameters: [user('userid', 'SELECT UserGuid FROM Event WHERE UserGuid IS NOT NULL')],
    },
    {
      id: 'mfa-events',
      name: 'MFA events',
      description: 'Every MFA challenge and its result',
      described: 'all multi-factor authentication events',
      file: 'get_mfa_events',
      named: true,
      isPaged: true,
    },
    {
      id: 'mfa-success-events',
      name: 'Successful MFA events',
      description: 'MFA challenges that users passed',
      described: 'multi-factor authentication success events',
      file: 'get_mfa_success_events',
    },
    {
      id: 'favorite-dashboards',
      name: 'Favorite dashboards',
      description: 'Dashboards marked as favorites, with counts',
      described: 'favorite dashboards',
      file: 'get_favorite_dashboards',
      parameters: [optional(user('userid'), 'Leave empty to include all users')],
    },
    {
      id: 'favorite-reports',
      name: 'Favorite reports',
      description: 'Reports marked as favorites, with counts',
      described: 'favorite reports',
      file: 'get_favorite_reports',
      parameters: [optional(user('userid'), 'Leave empty to include all users')],
    },
  ]),
  ...inGroup('Roles', [
    {
      id: 'roles-with-members',
      name: 'Roles with members',
      description: 'Roles that have members, with their members',
      described: 'all roles with members',
      file: 'all_roles_with_members',
      named: true,
    },
    {
      id: 'role-members',
      name: 'Members of a role',
      description: 'Members of the role',
      described: 'members of a role',
      file: 'get_role_members',
      parameters: [role('id')],
    },
    {
      id: 'role-applications',
      name: 'Applications of a role',
      description: 'Apps available to members of this role',
      described: 'role apps',
      file: 'get_role_apps',
      parameters: [role('role')],
    },
    {
      id: 'user-roles',
      name: 'Roles of users',
      description: 'Users with their roles, one row per assignment',
      described: 'all user roles',
      file: 'get_user_roles',
      parameters: [optional(user('id'), 'Leave empty to include all users')],
    },
    {
      id: 'user-role-names',
      name: 'Names of assigned roles',
      description: 'Roles with at least one user',
      described: 'names of all user roles',
      file: 'get_user_role_names',
    },
    {
      id: 'superrights',
      name: 'Administrative rights',
      description: 'Administrative rights that can be assigned to roles',
      described: 'superrights',
      file: 'get_superrights',
      named: true,
      parameters: [
        {
          ...optional(resource('excludeRight', 'Exclude'), 'Path of a right to exclude'),
          ...textExample('/lib/rights/appman.json'),
        },
      ],
    },
  ]),
  ...inGroup('Applications', [
    {
      id: 'applications',
      name: 'List of applications',
      description: 'Applications with type and state',
      described: 'list of apps',
      file: 'get_applications',
      named: true,
    },
    {
      id: 'all-applications',
      name: 'All applications',
      description: 'All applications with all list fields',
      described: 'all applications',
      file: 'all_applications',
    },
    {
      id: 'application-inventory',
      name: 'Application inventory',
      description: 'Number of applications by category and type',
      described: 'application inventory',
      file: 'application_inventory',
    },
    {
      id: 'application-access',
      name: 'Application access',
      description: 'Users with access to an application, and the role that grants it',
      described: 'app access',
      file: 'get_app_access',
      parameters: [
        optional(
          resource('id', 'Application', { table: 'Application' }),
          'Leave empty to include all applications',
        ),
      ],
    },
    {
      id: 'application-launches',
      name: 'App launches',
      description: 'Launch count and last launch of each application',
      described: 'application launches',
      file: 'application_launches',
    },
    {
      id: 'application-launches-seven-days',
      name: 'App launches, last 7 days',
      description: 'Launches and users of each application in the last 7 days',
      described: 'application launches in the last seven days',
      file: 'app_launches_last_seven_days',
    },
    {
      id: 'application-launches-with-icon',
      name: 'App launches, with icons',
      description: 'Launch count of each application, with its icon',
      described: 'application launches with icon',
      file: 'application_launches_with_icon',
    },
    {
      id: 'application-launch-events',
      name: 'App launch events',
      description: 'Who launched which app from where, newest first',
      described: 'all application launch events',
      file: 'all_app_launch_events',
    },
    {
      id: 'application-deployment',
      name: 'App deployments',
      description: 'App deployments by device and status',
      described: 'app deployment to devices',
      file: 'app_deployment_to_devices',
    },
  ]),
  ...inGroup('Devices', [
    {
      id: 'device-breakdown',
      name: 'Devices by platform and state',
      description: 'Number of devices by platform and state',
      described: 'device breakdown',
      file: 'device_breakdown',
    },
    {
      id: 'device-enrollments',
      name: 'Device enrollments',
      description: 'Devices with owner and enrollment date',
      described: 'device enrollments',
      file: 'device_enrollments',
    },
    {
      id: 'device-activity',
      name: 'All device activity',
      description: 'Device activity, newest first',
      described: 'all device activity',
      file: 'all_device_activity',
    },
    {
      id: 'devices-by-state',
      name: 'Devices by enrollment state',
      description: 'Devices that are enrolled, unenrolled or unreachable',
      described: 'devices in a given state',
      file: 'get_devices_by_state',
      parameters: [
        {
          ...resource('state', 'State'),
          choice: { from: 'values', values: ['Enrolled', 'Unenrolled', 'Unreachable'] },
        },
      ],
    },
    {
      id: 'user-devices',
      name: 'Devices of a user',
      description: 'Devices enrolled by one user',
      described: "a user's devices",
      file: 'get_user_devices',
      parameters: [user('userid', 'SELECT OwnerID FROM Device')],
    },
  ]),
  ...inGroup('Servers', [
    {
      id: 'server-count',
      name: 'Server count',
      description: 'Number of servers, and how many are reachable',
      described: 'server count',
      file: 'server/get_server_count',
    },
    {
      id: 'servers-by-type',
      name: 'Servers by type',
      description: 'Servers of each type, and how many are unreachable',
      described: 'servers by type',
      file: 'server/get_servers_by_type',
    },
    {
      id: 'servers-with-most-activity',
      name: 'Servers with most activity',
      description: 'Most active servers',
      described: 'servers with most activity',
      file: 'server/get_servers_with_most_activity',
    },
    {
      id: 'servers-with-most-checkouts',
      name: 'Servers with most checkouts',
      description: 'Servers with the most password checkouts',
      described: 'servers with most checkouts',
      file: 'server/get_servers_with_most_checkouts',
    },
    {
      id: 'server-logins',
      name: 'Sign-ins to a server',
      description: 'Sign-ins to one server',
      described: 'logins for a server',
      file: 'server/get_server_logins',
      parameters: [
        resource('id', 'Server', {
          table: 'Server',
          example: "SELECT EntityID FROM Event WHERE EventType = 'Cloud.Server.Login'",
        }),
      ],
    },
    {
      id: 'server-admin-activity',
      name: 'Server admin activity',
      description: 'Changes to servers, newest first',
      described: 'server admin activity',
      file: 'server/get_server_admin_activity',
    },
    {
      id: 'server-user-activity',
      name: 'Server user activity',
      description: 'Users with their sign-ins and number of servers',
      described: 'server user activity',
      file: 'server/get_server_user_activity',
    },
    {
      id: 'accounts',
      name: 'Accounts',
      description: 'Vaulted accounts of servers, domains and databases',
      described: 'accounts',
      file: 'server/get_accounts',
      named: true,
      parameters: [
        {
          ...optional(resource('mode', 'Filter'), 'Managed: passwords are rotated by the tenant'),
          choice: { from: 'values', values: ['AllAccounts', 'Managed'] },
        },
        {
          ...optional(resource('localOnly', 'Server accounts only'), ''),
          type: 'boolean',
          ...textExample('true'),
        },
      ],
    },
    {
      id: 'account-checkouts',
      name: 'Account checkouts',
      description: 'Who checked out which account password',
      described: 'account checkout',
      file: 'server/get_account_checkouts',
      parameters: [
        optional(resource('id', 'Account', { table: 'VaultAccount' }), 'Leave empty to include all accounts'),
      ],
    },
  ]),
  ...inGroup('Activity', [
    activityFor(
      'account',
      'an account',
      resourceWithEvents('id', 'Account', 'VaultAccount', 'VaultAccount'),
      true,
    ),
    activityFor('collection', 'a set', resource('id', 'Set', { table: 'Sets' }), true),
    activityFor(
      'database',
      'a database',
      resourceWithEvents('id', 'Database', 'VaultDatabase', 'VaultDatabase'),
      true,
    ),
    activityFor(
      'discoveryprofile',
      'a discovery profile',
      resourceWithEvents('id', 'Discovery profile', 'DiscoveryProfile'),
      true,
    ),
    activityFor('domain', 'a domain', resourceWithEvents('id', 'Domain', 'VaultDomain', 'VaultDomain')),
    activityFor('generic_secret', 'a secret', resourceWithEvents('id', 'Secret', 'GenericSecret'), true),
    activityFor(
      'mpaccount',
      'a multiplexed account',
      resourceWithEvents('id', 'Multiplexed account', 'MpAccount'),
    ),
    activityFor('server', 'a server', resourceWithEvents('id', 'Server', 'Server', 'Server'), true),
    {
      id: 'activity-for-servers',
      name: 'All server activity',
      description: 'Activity on any server, newest first',
      described: 'activity for servers',
      file: 'server/get_activity_for_servers',
    },
    activityFor('sshkeys', 'an SSH key', resourceWithEvents('id', 'SSH key', 'SshKeys', 'SshKeys'), true),
    activityFor('subscription', 'a subscription', resourceWithEvents('id', 'Subscription', 'Subscription')),
  ]),
  ...inGroup('Jobs', [
    {
      id: 'job-history',
      name: 'Job history',
      description: 'Jobs with initiator, start time and status',
      described: 'history of jobs',
      file: 'jobs/job_history',
    },
  ]),
];

function activityFor(entity: string, noun: string, parameter: LibraryArgument, named?: true): Given {
  return {
    id: `activity-for-${entity.replace('_', '-')}`,
    name: `Activity for ${noun}`,
    description: `Activity on ${noun}, newest first`,
    described: describedActivities.has(entity) ? `activity for ${entity}` : '',
    file: `server/get_activity_for_${entity}`,
    ...(named === undefined ? {} : { named }),
    parameters: [parameter],
  };
}
