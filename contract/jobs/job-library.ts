import type { ArgumentChoice, LibraryArgument } from '../procedures/library-argument.ts';

/** What does something on the tenant rather than read of it. */
export interface LibraryJob {
  /** Names it for good, in addresses and in what is remembered of it. */
  readonly id: string;
  readonly name: string;
  /** What it does: a sentence. */
  readonly words: string;
  /** As the platform's specification describes it. */
  readonly described: string;
  /** Without an `@` before it. */
  readonly path: string;
  /** Whether it is started as a job, or done by the query that names it before the answer comes. */
  readonly via: 'job' | 'query';
  /** True where the name of its file is public; see `LibraryProcedure`. */
  readonly isNamed: boolean;
  readonly parameters: readonly LibraryArgument[];
}

const text = (name: string, label: string, more: Partial<LibraryArgument> = {}): LibraryArgument => ({
  name,
  label,
  type: 'text',
  isRequired: true,
  words: '',
  ...more,
});

const tableOf = (table: string, label = 'Name'): ArgumentChoice => ({ from: 'table', table, label });

const reason = text('Reason', 'Reason', {
  type: 'long-text',
  isRequired: false,
  words: 'Whoever looks at it later reads it.',
});

const inWindow = { name: 'RequestedOptions.AssignmentType', value: 'window' };
/** Source: platform specification, "server account access job". */
const accessWindow: readonly LibraryArgument[] = [
  text('RequestedOptions.AssignmentType', 'For how long', {
    choice: { from: 'words', words: ['window', 'permanent'] },
    initial: 'window',
    words: 'A window ends by itself.',
  }),
  text('RequestedOptions.StartTime', 'From', {
    type: 'moment',
    onlyWith: inWindow,
    example: { from: 'hours', hours: 1 },
  }),
  text('RequestedOptions.EndTime', 'Until', {
    type: 'moment',
    onlyWith: inWindow,
    after: 'RequestedOptions.StartTime',
    example: { from: 'hours', hours: 5 },
  }),
];

/** Names the kind of the plans that start jobs. */
export const jobKindName = 'job';

/** The report e-mail has a form of its own, with more in it: its query is written, tried and looked at first. */
export const reportJobId = 'email-report';

/** Every job of the platform. Source: platform specification, "Query and job endpoints". */
export const jobLibrary: readonly LibraryJob[] = [
  {
    id: 'server-account-access',
    name: 'Access to an account',
    words: 'Gives whoever starts it access to an account of a server, for good or for a while.',
    described: 'server account access job',
    path: '/lib/jobs/server_account_access.js',
    via: 'job',
    isNamed: true,
    parameters: [
      text('server', 'Server', {
        isRequired: false,
        isHelper: true,
        choice: tableOf('Server'),
        words: 'Only its accounts are offered then. It is not sent.',
      }),
      text('PVID', 'Account', {
        choice: {
          from: 'table',
          table: 'VaultAccount',
          label: 'Name',
          within: { column: 'Host', argument: 'server' },
        },
      }),
      text('AccessType', 'What for', {
        choice: { from: 'words', words: ['Login', 'Checkout', 'RDP', 'SSH'] },
        initial: 'Login',
      }),
      ...accessWindow,
      reason,
    ],
  },
  {
    id: 'assign-computer-role',
    name: 'Assign a computer role',
    words: 'Gives a user a role on a server, for good or for a while.',
    described: 'assigns a computer role',
    path: '/lib/jobs/assign_computer_role.js',
    via: 'job',
    isNamed: false,
    parameters: [
      text('Computer', 'Server', { choice: tableOf('Server') }),
      text('User', 'User', { choice: tableOf('User', 'Username') }),
      text('Role', 'Role on the server', {
        words: 'As the server calls it.',
        example: { from: 'text', text: 'Local Administrator' },
      }),
      ...accessWindow,
    ],
  },
  {
    id: 'request-computer-access',
    name: 'Request access to a computer',
    words:
      'Asks those who may grant it for access to a server. It is asked for by a query, and goes on as a job.',
    described: 'request access to a computer',
    path: '/lib/server/request_computer_access.js',
    via: 'query',
    isNamed: false,
    parameters: [text('id', 'Server', { choice: tableOf('Server') }), ...accessWindow, reason],
  },
  {
    id: reportJobId,
    name: 'E-mail a report',
    words: 'Runs a query and sends its rows to people.',
    described: 'emails a report',
    path: '/lib/email_report.js',
    via: 'query',
    isNamed: true,
    parameters: [
      text('to', 'To', { example: { from: 'text', text: 'audit@acme.example' } }),
      text('subject', 'Subject', { example: { from: 'text', text: 'Roles of the tenant' } }),
      text('query', 'Query', {
        type: 'long-text',
        example: { from: 'text', text: 'SELECT Name, Description FROM Role ORDER BY Name COLLATE NOCASE' },
      }),
    ],
  },
];
