import type { DatabaseSync } from 'node:sqlite';
import { OperationFailure } from './envelope.ts';

/**
 * Rights by the paths of their definitions (compatibility: "rows Description, Path"). Which route needs which
 * right is our choice.
 */
export type Right = `/lib/rights/${
  | 'appman'
  | 'deviceman'
  | 'dirman'
  | 'readonly'
  | 'reports'
  | 'roleman'
  | 'serveruser'
  | 'tenantman'
  | 'userman'
  | 'vault'}.json`;

/** Admin rights. Callers with any of them may read what admins share, such as events and servers. */
export const ADMINISTRATIVE: readonly Right[] = [
  '/lib/rights/readonly.json',
  '/lib/rights/reports.json',
  '/lib/rights/appman.json',
  '/lib/rights/tenantman.json',
  '/lib/rights/userman.json',
  '/lib/rights/roleman.json',
  '/lib/rights/deviceman.json',
  '/lib/rights/vault.json',
  '/lib/rights/dirman.json',
];

/** Results of other users' jobs contain data that those users may read. */
export const READ_JOBS: readonly Right[] = ['/lib/rights/tenantman.json', '/lib/rights/readonly.json'];

/**
 * Webhooks belong to the configuration of the tenant; their headers contain credentials of other services.
 */
export const CHANGE_WEBHOOKS: readonly Right[] = ['/lib/rights/tenantman.json'];
export const READ_WEBHOOKS: readonly Right[] = ['/lib/rights/tenantman.json', '/lib/rights/readonly.json'];

/** Sandbox controls show what webhooks sent, inject faults and reset the tenant. */
export const CONTROL_SANDBOX: readonly Right[] = ['/lib/rights/tenantman.json'];

/** Whether a user has a right through one of their roles. A client without a user has none. */
export type RightCheck = (userId: string, right: Right) => boolean;

export function createRightCheck(database: DatabaseSync): RightCheck {
  const select = database.prepare(
    'SELECT 1 FROM role_member m JOIN role_right r ON r.role_id = m.role_id WHERE m.user_id = ? AND r.path = ? LIMIT 1',
  );
  return (userId, right) => select.get(userId, right) !== undefined;
}

/** Throws `NotAuthorized` unless the caller has one of the rights, or none is required. */
export function requireRight(
  rights: readonly Right[] | undefined,
  hasRight: (right: Right) => boolean,
): void {
  if (rights === undefined || rights.some(hasRight)) return;
  throw new OperationFailure('NotAuthorized', missingRight(rights));
}

/** The message for a caller without any of the rights. */
export function missingRight(rights: readonly Right[]): string {
  return `This needs the right ${rights.join(' or ')}, which your roles don't have.`;
}
