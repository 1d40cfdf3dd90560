import type { DatabaseSync } from 'node:sqlite';
import { OperationFailure } from '../management/envelope.ts';
import { inTransaction } from '../store/open-database.ts';
import { toStoredTime } from '../store/timestamps.ts';
import { readAccessWindow } from './access-window.ts';
import type { JobDefinition } from './job-definition.ts';

export interface AccessJobParts {
  readonly database: DatabaseSync;
  readonly now: () => number;
}

export const REQUEST_COMPUTER_ACCESS = '/lib/server/request_computer_access.js';
const ACCESS_TYPES = ['Login', 'Checkout', 'RDP', 'SSH'];

/** Jobs that give people access to servers and accounts. */
export function accessJobs({ database, now }: AccessJobParts): JobDefinition[] {
  const account = database.prepare('SELECT ID, Name FROM VaultAccount WHERE ID = ?');
  const server = database.prepare('SELECT ID, Name FROM Server WHERE ID = ?1 OR Name = ?1 COLLATE NOCASE');
  const user = database.prepare('SELECT ID, Username FROM User WHERE ID = ?1 OR Username = ?1');
  const assign = database.prepare(
    `INSERT INTO computer_role (server_id, role_name, user_id, assignment, starts_at, ends_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET assignment = excluded.assignment, starts_at = excluded.starts_at, ends_at = excluded.ends_at`,
  );
  const record = database.prepare(
    `INSERT INTO Event (WhenOccurred, EventType, Level, Message, NormalizedUser, UserGuid, EntityType, EntityID, EntityName) VALUES (?, ?, 'Info', ?, ?, ?, ?, ?, ?)`,
  );

  function write(
    type: string,
    message: string,
    requestedBy: string,
    entity: { type: string; id: string; name: string },
  ): void {
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
  }

  const serverAccountAccess: JobDefinition = {
    path: '/lib/jobs/server_account_access.js',
    rights: ['/lib/rights/vault.json', '/lib/rights/serveruser.json'],
    description: 'server account access job',
    origin: 'known',
    check(members) {
      const id = members.requiredText('PVID');
      if (account.get(id) === undefined)
        throw new OperationFailure('AccountNotFound', `PVID: there is no account with the ID ${id}.`);
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
      if (row === undefined) throw new Error('The account was removed in the meantime.');
      const name = String(row['Name']);
      write(
        'Cloud.Server.Account.AccessGranted',
        `Access (${String(args['AccessType'])}) to ${name} was granted.`,
        requestedBy,
        { type: 'VaultAccount', id: String(args['PVID']), name },
      );
      return { PVID: args['PVID'], AccessType: args['AccessType'], Granted: args['window'] };
    },
  };

  const assignComputerRole: JobDefinition = {
    path: '/lib/jobs/assign_computer_role.js',
    rights: ['/lib/rights/vault.json'],
    description: 'assigns a computer role',
    origin: 'ours',
    check(members) {
      const computer = server.get(members.requiredText('Computer'));
      if (computer === undefined)
        throw new OperationFailure('ComputerNotFound', 'Computer: there is no server with this ID or name.');
      const person = user.get(members.requiredText('User'));
      if (person === undefined)
        throw new OperationFailure('UserNotFound', 'User: there is no user with this ID or name.');
      return {
        serverId: computer['ID'],
        serverName: computer['Name'],
        userId: person['ID'],
        username: person['Username'],
        role: members.requiredText('Role'),
        window: readAccessWindow(members),
      };
    },
    async run(args, requestedBy) {
      const [serverId, userId, role, name] = [
        args['serverId'],
        args['userId'],
        args['role'],
        args['serverName'],
      ].map(String);
      const window = args['window'] as ReturnType<typeof readAccessWindow>;
      inTransaction(database, () => {
        assign.run(
          serverId ?? '',
          role ?? '',
          userId ?? '',
          window.assignment,
          window.startsAt,
          window.endsAt,
        );
        write(
          'Cloud.Server.ComputerRole.Assign',
          `${String(args['username'])} was given the role ${role} on ${name}.`,
          requestedBy,
          { type: 'Server', id: serverId ?? '', name: name ?? '' },
        );
      });
      return { Computer: name, User: args['username'], Role: role };
    },
  };

  const requestComputerAccess: JobDefinition = {
    path: REQUEST_COMPUTER_ACCESS,
    description: 'request access to a computer',
    origin: 'ours',
    check(members) {
      const computer = server.get(members.requiredText('id'));
      if (computer === undefined)
        throw new OperationFailure('ComputerNotFound', 'id: there is no server with this ID or name.');
      return {
        serverId: computer['ID'],
        serverName: computer['Name'],
        Reason: members.text('Reason') ?? null,
        window: readAccessWindow(members),
      };
    },
    async run(args, requestedBy) {
      const name = String(args['serverName']);
      write('Cloud.Server.AccessRequested', `Access to ${name} was requested.`, requestedBy, {
        type: 'Server',
        id: String(args['serverId']),
        name,
      });
      return { Computer: name, State: 'Requested' };
    },
  };

  return [serverAccountAccess, assignComputerRole, requestComputerAccess];
}
