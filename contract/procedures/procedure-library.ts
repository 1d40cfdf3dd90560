import type { ArgumentExample, LibraryArgument } from './library-argument.ts';

export interface LibraryProcedure {
  /** Names it for good, in addresses and in what is remembered of it. */
  readonly id: string;
  readonly name: string;
  readonly group: (typeof procedureGroups)[number] | 'Own';
  /** What its rows are: a sentence. */
  readonly words: string;
  /** As the platform's specification describes it; empty where only public material does. */
  readonly described: string;
  /** Without the `@` before it. */
  readonly path: string;
  /**
   * True where the name of its file is public. Of the others the specification tells what they do, and not what they are called:
   * a tenant may have them under another name.
   */
  readonly isNamed: boolean;
  /** The specification has members for paging among its arguments; of the others it says that they may be there. */
  readonly isPaged?: true;
  readonly parameters: readonly LibraryArgument[];
}

export const procedureGroups = [
  'People',
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

interface Thing {
  readonly table?: string;
  readonly shown?: string;
  /** A statement whose first value has rows with it. */
  readonly example?: string;
}

const thing = (
  name: string,
  label: string,
  { table, shown = 'Name', example }: Thing = {},
): LibraryArgument => ({
  name,
  label,
  type: 'text',
  isRequired: true,
  words: '',
  ...(table === undefined ? {} : { choice: { from: 'table', table, label: shown } }),
  ...(example === undefined ? {} : { example: { from: 'query', query: example } }),
});

/** One that something has happened to. */
const seen = (name: string, label: string, entity: string, table?: string): LibraryArgument =>
  thing(name, label, {
    ...(table === undefined ? {} : { table }),
    example: `SELECT EntityID FROM Event WHERE EntityType = '${entity}'`,
  });

const spelled = (text: string): { readonly example: ArgumentExample } => ({
  example: { from: 'text', text },
});

const optional = (parameter: LibraryArgument, words: string): LibraryArgument => ({
  ...parameter,
  isRequired: false,
  words,
});

const user = (name: string, example?: string): LibraryArgument =>
  thing(name, 'User', { table: 'User', shown: 'Username', ...(example === undefined ? {} : { example }) });
const role = (name: string): LibraryArgument =>
  thing(name, 'Role', { table: 'Role', example: "SELECT ID FROM Role WHERE Name = 'Everybody'" });

/** The specification names them; of the others public material tells. */
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

/** Every procedure of the platform that is asked by a query. Source: platform specification, "Query and job endpoints". */
export const procedureLibrary: readonly LibraryProcedure[] = [
  ...inGroup('People', [
    {
      id: 'user-activity',
      name: 'Activity of all users',
      words: 'Each user with how much they did and when they did something last.',
      described: 'all user activity',
      file: 'get_user_activity',
    },
    {
      id: 'user-activity-events',
      name: 'Events of all users',
      words: 'What users did, event by event, the newest first.',
      described: 'all user activity events',
      file: 'get_user_activity_events',
    },
    {
      id: 'user-activity-for-admin',
      name: 'Activity of a user',
      words: 'What one user did, as administrators look at it.',
      described: 'user activity for an admin',
      file: 'get_user_activity_for_admin',
      named: true,
      parameters: [user('userid', 'SELECT UserGuid FROM Event WHERE UserGuid IS NOT NULL')],
    },
    {
      id: 'mfa-events',
      name: 'Further proofs of identity',
      words: 'Each time somebody was asked for more than a password, and what came of it.',
      described: 'all multi-factor authentication events',
      file: 'get_mfa_events',
      named: true,
      isPaged: true,
    },
    {
      id: 'mfa-success-events',
      name: 'Further proofs that succeeded',
      words: 'Each time somebody who was asked for more than a password gave it.',
      described: 'multi-factor authentication success events',
      file: 'get_mfa_success_events',
    },
    {
      id: 'favorite-dashboards',
      name: 'Favorite dashboards',
      words: 'Dashboards that people have marked, and how many have.',
      described: 'favorite dashboards',
      file: 'get_favorite_dashboards',
      parameters: [optional(user('userid'), 'Without one, of everybody.')],
    },
    {
      id: 'favorite-reports',
      name: 'Favorite reports',
      words: 'Reports that people have marked, and how many have.',
      described: 'favorite reports',
      file: 'get_favorite_reports',
      parameters: [optional(user('userid'), 'Without one, of everybody.')],
    },
  ]),
  ...inGroup('Roles', [
    {
      id: 'roles-with-members',
      name: 'Roles with members',
      words: 'Roles that somebody is in, each with its members.',
      described: 'all roles with members',
      file: 'all_roles_with_members',
      named: true,
    },
    {
      id: 'role-members',
      name: 'Members of a role',
      words: 'Who is in the role.',
      described: 'members of a role',
      file: 'get_role_members',
      parameters: [role('id')],
    },
    {
      id: 'role-applications',
      name: 'Applications of a role',
      words: 'What the members of the role find in their portal.',
      described: 'role apps',
      file: 'get_role_apps',
      parameters: [role('role')],
    },
    {
      id: 'user-roles',
      name: 'Roles of users',
      words: 'Each user with each of their roles.',
      described: 'all user roles',
      file: 'get_user_roles',
      parameters: [optional(user('id'), 'Without one, of everybody.')],
    },
    {
      id: 'user-role-names',
      name: 'Names of the roles of users',
      words: 'Roles that at least one user has.',
      described: 'names of all user roles',
      file: 'get_user_role_names',
    },
    {
      id: 'superrights',
      name: 'Administrative rights',
      words: 'Rights that roles can have over the tenant, with the path by which they are granted.',
      described: 'superrights',
      file: 'get_superrights',
      named: true,
      parameters: [
        {
          ...optional(thing('excludeRight', 'Leave out'), 'The path of a right that is not listed.'),
          ...spelled('/lib/rights/appman.json'),
        },
      ],
    },
  ]),
  ...inGroup('Applications', [
    {
      id: 'applications',
      name: 'List of applications',
      words: 'Applications with their type and state.',
      described: 'list of apps',
      file: 'get_applications',
      named: true,
    },
    {
      id: 'all-applications',
      name: 'All applications',
      words: 'Applications with everything that the tenant tells of them in a list.',
      described: 'all applications',
      file: 'all_applications',
    },
    {
      id: 'application-inventory',
      name: 'Inventory of applications',
      words: 'How many applications there are of each category and type.',
      described: 'application inventory',
      file: 'application_inventory',
    },
    {
      id: 'application-access',
      name: 'Who may use an application',
      words: 'Users that find an application in their portal, and by which role.',
      described: 'app access',
      file: 'get_app_access',
      parameters: [
        optional(thing('id', 'Application', { table: 'Application' }), 'Without one, of every application.'),
      ],
    },
    {
      id: 'application-launches',
      name: 'Launches',
      words: 'How often each application was opened, and when last.',
      described: 'application launches',
      file: 'application_launches',
    },
    {
      id: 'application-launches-seven-days',
      name: 'Launches in the last seven days',
      words: 'How often each application was opened in a week, and by how many.',
      described: 'application launches in the last seven days',
      file: 'app_launches_last_seven_days',
    },
    {
      id: 'application-launches-with-icon',
      name: 'Launches, with icons',
      words: 'How often each application was opened, with its icon.',
      described: 'application launches with icon',
      file: 'application_launches_with_icon',
    },
    {
      id: 'application-launch-events',
      name: 'Each launch',
      words: 'Who opened what and from where, the newest first.',
      described: 'all application launch events',
      file: 'all_app_launch_events',
    },
    {
      id: 'application-deployment',
      name: 'Applications on devices',
      words: 'Which applications were sent to which device, and how far that is.',
      described: 'app deployment to devices',
      file: 'app_deployment_to_devices',
    },
  ]),
  ...inGroup('Devices', [
    {
      id: 'device-breakdown',
      name: 'Devices by platform and state',
      words: 'How many devices there are of each.',
      described: 'device breakdown',
      file: 'device_breakdown',
    },
    {
      id: 'device-enrollments',
      name: 'Enrollments',
      words: 'Devices with whose they are and since when.',
      described: 'device enrollments',
      file: 'device_enrollments',
    },
    {
      id: 'device-activity',
      name: 'Activity of all devices',
      words: 'What was done on or to devices, the newest first.',
      described: 'all device activity',
      file: 'all_device_activity',
    },
    {
      id: 'devices-by-state',
      name: 'Devices in a state',
      words: 'Devices that are enrolled, no longer enrolled, or cannot be reached.',
      described: 'devices in a given state',
      file: 'get_devices_by_state',
      parameters: [
        {
          ...thing('state', 'State'),
          choice: { from: 'words', words: ['Enrolled', 'Unenrolled', 'Unreachable'] },
        },
      ],
    },
    {
      id: 'user-devices',
      name: 'Devices of a user',
      words: 'What one user has enrolled.',
      described: "a user's devices",
      file: 'get_user_devices',
      parameters: [user('userid', 'SELECT OwnerID FROM Device')],
    },
  ]),
  ...inGroup('Servers', [
    {
      id: 'server-count',
      name: 'Number of servers',
      words: 'How many servers there are, and how many can be reached.',
      described: 'server count',
      file: 'server/get_server_count',
    },
    {
      id: 'servers-by-type',
      name: 'Servers by type',
      words: 'How many servers there are of each type, and how many of them cannot be reached.',
      described: 'servers by type',
      file: 'server/get_servers_by_type',
    },
    {
      id: 'servers-with-most-activity',
      name: 'Servers with most activity',
      words: 'Servers on which most was done.',
      described: 'servers with most activity',
      file: 'server/get_servers_with_most_activity',
    },
    {
      id: 'servers-with-most-checkouts',
      name: 'Servers with most checkouts',
      words: 'Servers of whose accounts the password was checked out most often.',
      described: 'servers with most checkouts',
      file: 'server/get_servers_with_most_checkouts',
    },
    {
      id: 'server-logins',
      name: 'Sign-ins to a server',
      words: 'Who signed in to the server.',
      described: 'logins for a server',
      file: 'server/get_server_logins',
      parameters: [
        thing('id', 'Server', {
          table: 'Server',
          example: "SELECT EntityID FROM Event WHERE EventType = 'Cloud.Server.Login'",
        }),
      ],
    },
    {
      id: 'server-admin-activity',
      name: 'What administrators did to servers',
      words: 'Changes of servers, the newest first.',
      described: 'server admin activity',
      file: 'server/get_server_admin_activity',
    },
    {
      id: 'server-user-activity',
      name: 'Who uses servers',
      words: 'Users with how often they signed in to how many servers.',
      described: 'server user activity',
      file: 'server/get_server_user_activity',
    },
    {
      id: 'accounts',
      name: 'Accounts',
      words: 'Accounts of servers, domains and databases that the tenant keeps.',
      described: 'accounts',
      file: 'server/get_accounts',
      named: true,
      parameters: [
        {
          ...optional(thing('mode', 'Which'), 'Managed: those whose password the tenant changes.'),
          choice: { from: 'words', words: ['AllAccounts', 'Managed'] },
        },
        { ...optional(thing('localOnly', 'Of servers only'), ''), type: 'boolean', ...spelled('true') },
      ],
    },
    {
      id: 'account-checkouts',
      name: 'Checkouts of accounts',
      words: 'Who checked out the password of which account.',
      described: 'account checkout',
      file: 'server/get_account_checkouts',
      parameters: [
        optional(thing('id', 'Account', { table: 'VaultAccount' }), 'Without one, of every account.'),
      ],
    },
  ]),
  ...inGroup('Activity', [
    activityFor('account', 'an account', seen('id', 'Account', 'VaultAccount', 'VaultAccount'), true),
    activityFor('collection', 'a set', thing('id', 'Set', { table: 'Sets' }), true),
    activityFor('database', 'a database', seen('id', 'Database', 'VaultDatabase', 'VaultDatabase'), true),
    activityFor(
      'discoveryprofile',
      'a discovery profile',
      seen('id', 'Discovery profile', 'DiscoveryProfile'),
      true,
    ),
    activityFor('domain', 'a domain', seen('id', 'Domain', 'VaultDomain', 'VaultDomain')),
    activityFor('generic_secret', 'a secret', seen('id', 'Secret', 'GenericSecret'), true),
    activityFor('mpaccount', 'a multiplexed account', seen('id', 'Multiplexed account', 'MpAccount')),
    activityFor('server', 'a server', seen('id', 'Server', 'Server', 'Server'), true),
    {
      id: 'activity-for-servers',
      name: 'Activity for all servers',
      words: 'What was done on or to any server, the newest first.',
      described: 'activity for servers',
      file: 'server/get_activity_for_servers',
    },
    activityFor('sshkeys', 'an SSH key', seen('id', 'SSH key', 'SshKeys', 'SshKeys'), true),
    activityFor('subscription', 'a subscription', seen('id', 'Subscription', 'Subscription')),
  ]),
  ...inGroup('Jobs', [
    {
      id: 'job-history',
      name: 'History of jobs',
      words: 'Jobs with who started them, when, and how they ended.',
      described: 'history of jobs',
      file: 'jobs/job_history',
    },
  ]),
];

function activityFor(what: string, words: string, parameter: LibraryArgument, named?: true): Given {
  return {
    id: `activity-for-${what.replace('_', '-')}`,
    name: `Activity for ${words}`,
    words: `What was done on or to ${words}, the newest first.`,
    described: describedActivities.has(what) ? `activity for ${what}` : '',
    file: `server/get_activity_for_${what}`,
    ...(named === undefined ? {} : { named }),
    parameters: [parameter],
  };
}
