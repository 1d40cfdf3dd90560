import { OperationFailure } from '../requests/envelope.ts';
import { isRecord, readMembers, type RequestMembers } from '../requests/request-members.ts';
import type { QueryPage, QueryParameter } from './query-request.ts';
import { approximate, isNumber } from '../../languages/json/exact-number.ts';

/** Parsed `Args` of a query. */
export interface QueryArguments {
  readonly page: QueryPage;
  readonly caching: number;
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  readonly members: RequestMembers;
}

const MAX_PAGE_SIZE = 10_000;

/**
 * Parses `Args` (platform specification, "Query and job endpoints"; compatibility, "query"). Absent or null
 * `Args` mean no paging. Numbers and booleans may be strings. Throws `InvalidParameter` for invalid values.
 */
export function readQueryArguments(args: unknown): QueryArguments {
  if (args !== undefined && args !== null && !isRecord(args))
    throw new OperationFailure('InvalidParameter', 'Args must be an object.');
  const members = readMembers(undefined, args ?? {});
  const size = integer(members, 'PageSize');
  const number = integer(members, 'PageNumber') ?? 1;
  const limit = integer(members, 'Limit');
  const sortBy = (members.text('SortBy') ?? '').split(',').filter((name) => name.trim() !== '');
  const filterValue = members.text('FilterValue');
  const filterBy = members.texts('FilterBy') ?? [];
  if (size !== undefined && size > MAX_PAGE_SIZE)
    throw new OperationFailure('InvalidParameter', `PageSize must not be greater than ${MAX_PAGE_SIZE}.`);
  if (number < 1) throw new OperationFailure('InvalidParameter', 'PageNumber must be at least 1.');
  return {
    page: {
      sortBy,
      ascending: direction(members) ?? members.flag('Ascending') ?? true,
      // Our decision: a size of zero or less means no paging. Limit is used only with a page.
      ...(size !== undefined && size > 0
        ? { paging: { number, size, ...(limit !== undefined && limit > 0 ? { limit } : {}) } }
        : {}),
      ...(filterValue !== undefined && filterValue !== '' && filterBy.length > 0
        ? { filter: { columns: filterBy, value: filterValue } }
        : {}),
    },
    caching: integer(members, 'Caching') ?? 0,
    parameters: readParameters(members.raw('Parameters')),
    members,
  };
}

/** `Parameters: [{Name, Value}]`, bound to `@name`. */
function readParameters(value: unknown): Record<string, QueryParameter> {
  if (value === undefined || value === null) return {};
  if (!Array.isArray(value)) throw new OperationFailure('InvalidParameter', 'Parameters must be an array.');
  const entries = value.map((entry: unknown): [string, QueryParameter] => {
    if (!isRecord(entry) || typeof entry['Name'] !== 'string')
      throw new OperationFailure('InvalidParameter', 'Each entry of Parameters needs a Name.');
    return [entry['Name'].replace(/^@/, ''), scalar(entry['Value'])];
  });
  return Object.fromEntries(entries);
}

function scalar(value: unknown): QueryParameter {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || isNumber(value)) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new OperationFailure(
    'InvalidParameter',
    'The Value of a parameter must be a string, a number or a boolean.',
  );
}

function integer(members: RequestMembers, name: string): number | undefined {
  const value = members.raw(name);
  if (value === undefined || value === null || value === '') return undefined;
  const number = isNumber(value)
    ? approximate(value)
    : typeof value === 'string'
      ? Number(value)
      : Number.NaN;
  if (!Number.isSafeInteger(number))
    throw new OperationFailure('InvalidParameter', `${name} must be an integer.`);
  return number;
}

/** An empty string means no direction, as in `SortBy`. */
function direction(members: RequestMembers): boolean | undefined {
  return members.raw('Direction') === '' ? undefined : members.flag('Direction');
}
