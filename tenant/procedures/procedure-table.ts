import { ADMINISTRATIVE, type Right } from '../requests/rights.ts';
import { applicationProcedures } from './application-procedures.ts';
import { jobHistoryProcedure } from './job-history-procedure.ts';
import { userProcedures } from './user-procedures.ts';
import type { Procedure } from './procedure.ts';
import { serverProcedures } from './server-procedures.ts';

/** Every stored procedure that is a query, in one table. */
export const procedures: readonly Procedure[] = [
  ...userProcedures,
  ...applicationProcedures,
  ...serverProcedures,
  jobHistoryProcedure,
];

const byPath = new Map(procedures.map((procedure) => [procedure.path.toLowerCase(), procedure]));
const byFile = new Map(procedures.map((procedure) => [fileOf(procedure.path), procedure]));

/**
 * Finds a procedure by its path, ignoring case. Our decision: the file name alone is enough in any folder
 * under `/lib`, because the specification names files without their folders.
 */
export function findProcedure(path: string): Procedure | undefined {
  return byPath.get(path.toLowerCase()) ?? byFile.get(fileOf(path));
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

/**
 * Rights of which a caller needs one, because procedures read across the tenant. Server procedures are also
 * available to server users.
 */
export function rightsOf({ path }: Procedure): readonly Right[] {
  return path.startsWith('/lib/server/')
    ? [...ADMINISTRATIVE, '/lib/rights/serveruser.json']
    : ADMINISTRATIVE;
}

/**
 * Named reports (`@@`) and their queries (compatibility: "a named report"). The names after the first are
 * ours.
 */
export const namedReports: Readonly<Record<string, string>> = {
  'web applications':
    "SELECT ID, Name, AppTypeDisplayName, State FROM Application WHERE AppType = 'Web' ORDER BY Name COLLATE NOCASE",
  'desktop applications':
    "SELECT ID, Name, AppTypeDisplayName, State FROM Application WHERE AppType = 'Desktop' ORDER BY Name COLLATE NOCASE",
  'active users':
    "SELECT ID, Username, DisplayName, LastLogin FROM User WHERE Status = 'Active' ORDER BY Username",
  'failed sign-ins':
    "SELECT ID, WhenOccurred, NormalizedUser, FailReason, FromIPAddress FROM Event WHERE EventType = 'Cloud.Core.LoginFail' ORDER BY WhenOccurred DESC",
};
