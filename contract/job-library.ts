import type { ArgumentChoice } from './procedure-library.ts';

/** What is entered for a job. A dot in its name leads into an object of the arguments. */
export interface JobField {
  readonly name: string;
  readonly label: string;
  /** A `moment` is entered in the time of this machine, and sent as an HTTP date. */
  readonly type: 'text' | 'long-text' | 'moment';
  readonly isRequired: boolean;
  /** What it does, in a sentence; empty where the label says it. */
  readonly words: string;
  readonly choice?: ArgumentChoice;
  /** Sent where nothing was entered. */
  readonly initial?: string;
  /** Asked for where another field has this value only. */
  readonly onlyWith?: { readonly name: string; readonly value: string };
}

/** What does something on the tenant rather than read of it. */
export interface LibraryJob {
  /** Names it for good, in addresses and in what is remembered of it. */
  readonly id: string;
  readonly name: string;
  /** What it does: a sentence. */
  readonly words: string;
  /** Without an `@` before it. */
  readonly path: string;
  /** Whether it is started as a job, or done by the query that names it before the answer comes. */
  readonly via: 'job' | 'query';
  /** True where the name of its file is public; see `LibraryProcedure`. */
  readonly isNamed: boolean;
  readonly fields: readonly JobField[];
}

const text = (name: string, label: string, more: Partial<JobField> = {}): JobField => ({
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
const accessWindow: readonly JobField[] = [
  text('RequestedOptions.AssignmentType', 'For how long', {
    choice: { from: 'words', words: ['window', 'permanent'] },
    initial: 'window',
    words: 'A window ends by itself.',
  }),
  text('RequestedOptions.StartTime', 'From', { type: 'moment', onlyWith: inWindow }),
  text('RequestedOptions.EndTime', 'Until', { type: 'moment', onlyWith: inWindow }),
];

/** Names the kind of the plans that start jobs. */
export const jobKindName = 'job';

/** The report e-mail has a form of its own: its query is written, tried and looked at first. */
export const reportJobId = 'email-report';

/** Every job of the platform. Source: platform specification, "Query and job endpoints". */
export const jobLibrary: readonly LibraryJob[] = [
  {
    id: 'server-account-access',
    name: 'Access to an account',
    words: 'Gives whoever starts it access to an account of a server, for good or for a while.',
    path: '/lib/jobs/server_account_access.js',
    via: 'job',
    isNamed: true,
    fields: [
      text('PVID', 'Account', { choice: tableOf('VaultAccount') }),
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
    path: '/lib/jobs/assign_computer_role.js',
    via: 'job',
    isNamed: false,
    fields: [
      text('Computer', 'Server', { choice: tableOf('Server') }),
      text('User', 'User', { choice: tableOf('User', 'Username') }),
      text('Role', 'Role on the server', { words: 'As the server calls it, such as Local Administrator.' }),
      ...accessWindow,
    ],
  },
  {
    id: 'request-computer-access',
    name: 'Request access to a computer',
    words:
      'Asks those who may grant it for access to a server. It is asked for by a query, and goes on as a job.',
    path: '/lib/server/request_computer_access.js',
    via: 'query',
    isNamed: false,
    fields: [text('id', 'Server', { choice: tableOf('Server') }), ...accessWindow, reason],
  },
  {
    id: reportJobId,
    name: 'E-mail a report',
    words: 'Runs a query and sends its rows to people.',
    path: '/lib/email_report.js',
    via: 'query',
    isNamed: true,
    fields: [],
  },
];
