import type { QueryTabs } from '../../contract/queries/queries.ts';
import { queryDraftSchema } from '../../contract/queries/queries.ts';
import type { SavedQuery } from '../../contract/queries/query-library.ts';
import type { DraftKind } from '../changes/kind/kind-table.ts';
import { localDraftKind } from '../changes/kind/kind-table.ts';

/** Where else an open query may be saved. */
export interface QueryPlaces {
  readonly tabs: (tenantId: string) => QueryTabs;
  readonly saved: (id: string) => Pick<SavedQuery, 'text'> | undefined;
}

const maxTitleLength = 60;

/**
 * The contents of the query console, stored like any draft, but never a change of a tenant. They stay on the disk even if
 * they equal the saved query, so that nothing is lost when that one is removed or saved with another text.
 */
export function createQueryDraftKind({ tabs, saved }: QueryPlaces): DraftKind {
  return localDraftKind({
    name: 'query',
    version: 1,
    state: queryDraftSchema,
    titleOf: ({ text }) => text.trim().split('\n')[0]?.slice(0, maxTitleLength) || 'Query',
    losesNothing(tenantId) {
      const open = new Map(tabs(tenantId).tabs.map((tab) => [tab.id, tab]));
      return (targetId, readState) => {
        const tab = open.get(targetId);
        if (tab?.isAsOpened === true) return true;
        const { text } = readState();
        return text.trim() === '' || (tab?.savedId !== undefined && saved(tab.savedId)?.text === text);
      };
    },
  });
}
