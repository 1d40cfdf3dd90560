import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { OperationFailure } from '../requests/envelope.ts';
import { inTransaction } from '../store/open-database.ts';
import { toStoredTime } from '../store/timestamps.ts';
import { readAccessWindow } from './access-window.ts';
import type { JobDefinition } from './job-definition.ts';

interface AccessJobParts {
  readonly database: DatabaseSync;
  readonly now: () => number;
}

export const REQUEST_COMPUTER_ACCESS = '/lib/server/request_computer_access.js';
const ACCESS_TYPES = ['Login', 'Checkout', 'RDP', 'SSH'];

const FIND_SERVER = 'SELECT ID, Name FROM Server WHERE ID = ?1 OR Name = ?1 COLLATE NOCASE';
const FIND_USER = 'SELECT ID, Username FROM User WHERE ID = ?1 OR Username = ?1';

/** The one row of what a job was asked for; what is not there fails the job, as nothing was promised when it was accepted. */
function found(statement: StatementSync, what: string, wanted: unknown): { id: string; name: string } {
  const row = statement.get(String(wanted));
  if (row === undefined) throw new Error(`No ${what} with the ID or name ${String(wanted)} found.`);
  return { id: String(row['ID']), name: String(row['Name']) };
}

/** Jobs that give users access to servers and accounts. */
export function accessJobs({ database, now }: AccessJobParts): JobDefinition[] {
  const writeEvent = createEventWriter({ database, now });
  return [
    serverAccountAccess(database, writeEvent),
    assignComputerRole(database, writeEvent),
    requestComputerAccess(database, writeEvent),
  ];
}

type WriteEvent = (
  type: string,
  message: string,
  requestedBy: string,
  entity: { readonly type: string; readonly id: string; readonly name: string },
) => void;

function createEventWriter({ database, now }: AccessJobParts): WriteEvent {
  const user = database.prepare(FIND_USER);
  const record = database.prepare(
    `INSERT INTO Event (WhenOccurred, EventType, Level, Message, NormalizedUser, UserGuid, EntityType, EntityID, EntityName) VALUES (?, ?, 'Info', ?, ?, ?, ?, ?, ?)`,
  );
  return (type, message, requestedBy, entity) => {
    const who = user.get(requestedBy);
    record.run(
      toStoredTime(now()),
      type,
      message,
      String(who?.['Username'] ?? requestedBy),
      requestedBy,
      entity.type,
      entity.id,
      entity.name,
    );
  };
}

function serverAccountAccess(database: DatabaseSync, writeEvent: WriteEvent): JobDefinition {
  const account = database.prepare('SELECT ID, Name FROM VaultAccount WHERE ID = ?');
  return {
    path: '/lib/jobs/server_account_access.js',
    rights: ['/lib/rights/vault.json', '/lib/rights/serveruser.json'],
    description: 'server account access job',
    origin: 'known',
    check(members) {
      const id = members.requiredText('PVID');
      const accessType = members.requiredText('AccessType');
      if (!ACCESS_TYPES.includes(accessType))
        throw new OperationFailure(
          'InvalidParameter',
          `AccessType must be one of ${ACCESS_TYPES.join(', ')}.`,
        );
      return {
        PVID: id,
        AccessType: accessType,
        Reason: members.text('Reason') ?? null,
        window: readAccessWindow(members),
      };
    },
    async run(args, requestedBy) {
      const row = account.get(String(args['PVID']));
      if (row === undefined) throw new Error(`Account ${String(args['PVID'])} not found.`);
      const name = String(row['Name']);
      writeEvent(
        'Cloud.Server.Account.AccessGranted',
        `Access (${String(args['AccessType'])}) to ${name} was granted.`,
        requestedBy,
        { type: 'VaultAccount', id: String(args['PVID']), name },
      );
      return { PVID: args['PVID'], AccessType: args['AccessType'], Granted: args['window'] };
    },
  };
}

function assignComputerRole(database: DatabaseSync, writeEvent: WriteEvent): JobDefinition {
  const server = database.prepare(FIND_SERVER);
  const user = database.prepare(FIND_USER);
  const assign = database.prepare(
    `INSERT INTO computer_role (server_id, role_name, user_id, assignment, starts_at, ends_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET assignment = excluded.assignment, starts_at = excluded.starts_at, ends_at = excluded.ends_at`,
  );
  return {
    path: '/lib/jobs/assign_computer_role.js',
    rights: ['/lib/rights/vault.json'],
    description: 'assigns a computer role',
    origin: 'ours',
    check: (members) => ({
      computer: members.requiredText('Computer'),
      user: members.requiredText('User'),
      role: members.requiredText('Role'),
      window: readAccessWindow(members),
    }),
    async run(args, requestedBy) {
      const on = found(server, 'server', args['computer']);
      const person = user.get(String(args['user']));
      if (person === undefined) throw new Error(`User ${String(args['user'])} not found.`);
      const role = String(args['role']);
      const window = args['window'] as ReturnType<typeof readAccessWindow>;
      const userId = String(person['ID']);
      inTransaction(database, () => {
        assign.run(on.id, role, userId, window.assignment, window.startsAt, window.endsAt);
        writeEvent(
          'Cloud.Server.ComputerRole.Assign',
          `${String(person['Username'])} was assigned the role ${role} on ${on.name}.`,
          requestedBy,
          { type: 'Server', ...on },
        );
      });
      return { Computer: on.name, User: person['Username'], Role: role };
    },
  };
}

function requestComputerAccess(database: DatabaseSync, writeEvent: WriteEvent): JobDefinition {
  const server = database.prepare(FIND_SERVER);
  return {
    path: REQUEST_COMPUTER_ACCESS,
    description: 'request access to a computer',
    origin: 'ours',
    check: (members) => ({
      computer: members.requiredText('id'),
      Reason: members.text('Reason') ?? null,
      window: readAccessWindow(members),
    }),
    async run(args, requestedBy) {
      const on = found(server, 'server', args['computer']);
      writeEvent('Cloud.Server.AccessRequested', `Access to ${on.name} was requested.`, requestedBy, {
        type: 'Server',
        ...on,
      });
      return { Computer: on.name, State: 'Requested' };
    },
  };
}
