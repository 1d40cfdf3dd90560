import type { ArgumentChoice, LibraryArgument } from '../procedures/library-argument.ts';

/** A job or query that changes something on the tenant, unlike a procedure, which only reads. */
export interface LibraryJob {
  /** Stable: used in routes and in stored view state. */
  readonly id: string;
  readonly name: string;
  /** What it does, in one line. */
  readonly description: string;
  /** The description in the platform's specification. */
  readonly described: string;
  /** Without an `@` before it. */
  readonly path: string;
  /** `job`: started through the job endpoint. `query`: runs within the query that names it. */
  readonly via: 'job' | 'query';
  /** True if the file name is public; see `LibraryProcedure`. */
  readonly isNamed: boolean;
  readonly parameters: readonly LibraryArgument[];
}

const text = (name: string, label: string, more: Partial<LibraryArgument> = {}): LibraryArgument => ({
  name,
  label,
  type: 'text',
  isRequired: true,
  description: '',
  ...more,
});

const tableOf = (table: string, label = 'Name'): ArgumentChoice => ({ from: 'table', table, label });

const reason = text('Reason', 'Reason', {
  type: 'long-text',
  isRequired: false,
  description: 'Shown to reviewers',
});

const inWindow = { name: 'RequestedOptions.AssignmentType', value: 'window' };
/** Source: platform specification, "server account access job". */
const accessWindow: readonly LibraryArgument[] = [
  text('RequestedOptions.AssignmentType', 'Duration', {
    choice: { from: 'values', values: ['window', 'permanent'] },
    initial: 'window',
    description: 'A window expires automatically',
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

/** The change kind of plans that start jobs. */
export const jobKindName = 'job';

/** The report email has its own form, in which the query is written, run and checked first. */
export const reportJobId = 'email-report';

/** All jobs of the platform. Source: platform specification, "Query and job endpoints". */
export const jobLibrary: readonly LibraryJob[] = [
  {
    id: 'server-account-access',
    name: 'Account access',
    description: 'Grants you permanent or temporary access to a server account',
    described: 'server account access job',
    path: '/lib/jobs/server_account_access.js',
    via: 'job',
    isNamed: true,
    parameters: [
      text('server', 'Server', {
        isRequired: false,
        isHelper: true,
        choice: tableOf('Server'),
        description: 'Filters the accounts below. Not sent.',
      }),
      text('PVID', 'Account', {
        choice: {
          from: 'table',
          table: 'VaultAccount',
          label: 'Name',
          within: { column: 'Host', argument: 'server' },
        },
      }),
      text('AccessType', 'Access type', {
        choice: { from: 'values', values: ['Login', 'Checkout', 'RDP', 'SSH'] },
        initial: 'Login',
      }),
      ...accessWindow,
      reason,
    ],
  },
  {
    id: 'assign-computer-role',
    name: 'Assign a server role',
    description: 'Assigns a server role to a user, permanently or temporarily',
    described: 'assigns a computer role',
    path: '/lib/jobs/assign_computer_role.js',
    via: 'job',
    isNamed: false,
    parameters: [
      text('Computer', 'Server', { choice: tableOf('Server') }),
      text('User', 'User', { choice: tableOf('User', 'Username') }),
      text('Role', 'Server role', {
        description: 'Name of the role on the server',
        example: { from: 'text', text: 'Local Administrator' },
      }),
      ...accessWindow,
    ],
  },
  {
    id: 'request-computer-access',
    name: 'Request server access',
    description: 'Requests access to a server from its approvers. Runs as a job.',
    described: 'request access to a computer',
    path: '/lib/server/request_computer_access.js',
    via: 'query',
    isNamed: false,
    parameters: [text('id', 'Server', { choice: tableOf('Server') }), ...accessWindow, reason],
  },
  {
    id: reportJobId,
    name: 'Email a report',
    description: 'Runs a query and emails the rows',
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
