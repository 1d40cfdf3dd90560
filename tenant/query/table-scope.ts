import { ADMINISTRATIVE, type Right } from '../requests/rights.ts';
import type { QueryScope } from './query-request.ts';

/** The tables that a caller may query: without any right, applications, roles and the user directory. */
export function tableScope(hasRight: (right: Right) => boolean): QueryScope {
  if (ADMINISTRATIVE.some(hasRight)) return 'public';
  return hasRight('/lib/rights/serveruser.json') ? 'servers' : 'everybody';
}
