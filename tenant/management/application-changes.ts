import { OperationFailure } from '../requests/envelope.ts';
import type { RequestMembers } from '../requests/request-members.ts';
import type { ApplicationRecord } from './application-record.ts';

/** Members that the tenant derives; sending them back as they were read is fine, and has no effect. */
const DERIVED = new Set([
  '_rowkey',
  'id',
  '_timestamp',
  '_entitycontext',
  '_metadata',
  '_tablename',
  '_partitionkey',
  'approles',
  'apptype',
  'webapptype',
  'apptypedisplayname',
  'samlscript',
  'openidconnectscript',
  'templatename',
  'scriptmodified',
  'thumbprint',
]);
const TEXT_MEMBERS = [
  'Name',
  'DisplayName',
  'Description',
  'Script',
  'ServiceName',
  'Handler',
  'State',
  'Category',
] as const;

/** Read one by one, in any spelling. */
const READ_BY_NAME = new Set(['iconuri', ...TEXT_MEMBERS.map((name) => name.toLowerCase())]);

/** The members that an update sets. Throws `InvalidParameter`. */
export function checkedChanges(members: RequestMembers): ApplicationRecord {
  const changes: ApplicationRecord = {};
  for (const [name, value] of Object.entries(members.all())) {
    if (!DERIVED.has(name.toLowerCase()) && !READ_BY_NAME.has(name.toLowerCase())) changes[name] = value;
  }
  for (const name of TEXT_MEMBERS) {
    const value = members.text(name);
    // Text that is null says nothing, like a member that is absent.
    changes[name] = value;
  }
  if (changes['Name'] === '') throw new OperationFailure('InvalidParameter', 'Name must not be empty.');
  const icon = members.text('IconUri');
  if (icon !== undefined) changes['Icon'] = icon;
  const attributes = members.raw('SamlAttributes');
  if (attributes !== undefined && attributes !== null && typeof attributes !== 'object') {
    throw new OperationFailure('InvalidParameter', 'SamlAttributes must be an object, a list or null.');
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
