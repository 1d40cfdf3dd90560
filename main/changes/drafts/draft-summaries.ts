import type { DraftSummary } from '../../../contract/changes/drafts.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { DraftKind, LosesNothing } from '../kind/kind-table.ts';
import type { StoredDraft } from './draft-store.ts';

export interface SummaryParts {
  readonly kindOf: (name: string) => DraftKind | undefined;
  /** The JSON of a state. Throws for what is none. */
  readonly parseText: (text: string) => unknown;
  /** Throws where state or base cannot be read. */
  readonly check: (stored: StoredDraft) => void;
}

/** What a draft is, without what is told of it in lists. */
export type DraftHeading = Omit<DraftSummary, 'unreadable' | 'losesNothing'>;

/** What lists tell of drafts. */
export interface DraftSummaries {
  heading(stored: StoredDraft): DraftHeading;
  one(stored: StoredDraft): DraftSummary;
  all(stored: readonly StoredDraft[]): DraftSummary[];
  unreadable(stored: StoredDraft): string | undefined;
}

export function createDraftSummaries({ kindOf, parseText, check }: SummaryParts): DraftSummaries {
  /** What could not be read of a draft, by key and revision: lists are asked for at every key press. */
  const checked = new Map<string, { readonly revision: number; readonly unreadable: string | undefined }>();

  function unreadable(stored: StoredDraft): string | undefined {
    const key = `${stored.tenantId}\n${stored.kind}\n${stored.targetId}`;
    const known = checked.get(key);
    if (known?.revision === stored.revision) return known.unreadable;
    let reason: string | undefined;
    try {
      check(stored);
    } catch (error) {
      reason = toDeskError(error).message;
    }
    checked.set(key, { revision: stored.revision, unreadable: reason });
    return reason;
  }

  /** What kinds say of a tenant's drafts is asked once for a list. */
  function createLoss() {
    const asked = new Map<string, LosesNothing | undefined>();
    return (stored: StoredDraft): boolean => {
      const key = `${stored.kind}\n${stored.tenantId}`;
      try {
        if (!asked.has(key)) asked.set(key, kindOf(stored.kind)?.losesNothing?.(stored.tenantId));
        const { targetId, state, kindVersion } = stored;
        return asked.get(key)?.(targetId, () => parseText(state), kindVersion) ?? false;
      } catch {
        // Where it cannot be read what else is kept, the draft may be all there is.
        return false;
      }
    };
  }

  function heading({ tenantId, kind, targetId, title, savedAt, revision, error }: StoredDraft): DraftHeading {
    return { tenantId, kind, targetId, title, savedAt, revision, ...(error === undefined ? {} : { error }) };
  }

  function summarize(stored: StoredDraft, losesNothing: (stored: StoredDraft) => boolean): DraftSummary {
    const reason = unreadable(stored);
    return {
      ...heading(stored),
      ...(reason === undefined ? {} : { unreadable: reason }),
      ...(reason === undefined && losesNothing(stored) ? { losesNothing: true as const } : {}),
    };
  }

  return {
    heading,
    one: (stored) => summarize(stored, createLoss()),
    all(drafts) {
      const losesNothing = createLoss();
      return drafts.map((stored) => summarize(stored, losesNothing));
    },
    unreadable,
  };
}
