import { queryDraftSchema } from '../../contract/queries.ts';
import { localDraftKind } from '../changes/kind/kind-table.ts';

const longestTitle = 60;

/** What is typed in the query console: kept like any draft, and never a change of a tenant. */
export const queryDraftKind = localDraftKind({
  name: 'query',
  version: 1,
  state: queryDraftSchema,
  titleOf: ({ text }) => text.trim().split('\n')[0]?.slice(0, longestTitle) || 'Query',
});
