import type { DraftSummary } from '../../../contract/changes/drafts.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { DraftKind, LosesNothing } from '../kind/kind-table.ts';
import type { StoredDraft } from './draft-store.ts';

export interface SummaryParts {
  readonly kindOf: (name: string) => DraftKind | undefined;
  /** Parses the JSON of a state. Throws if it isn't valid. */
  readonly parseText: (text: string) => unknown;
  /** Throws if state or base can't be read. */
  readonly check: (stored: StoredDraft) => void;
}

/** A draft without what only lists show. */
export type DraftHeading = Omit<DraftSummary, 'unreadable' | 'losesNothing'>;

/** Drafts as lists show them. */
export interface DraftSummaries {
  heading(stored: StoredDraft): DraftHeading;
  one(stored: StoredDraft): DraftSummary;
  all(stored: readonly StoredDraft[]): DraftSummary[];
  unreadable(stored: StoredDraft): string | undefined;
}

export function createDraftSummaries({ kindOf, parseText, check }: SummaryParts): DraftSummaries {
  /** Why drafts can't be read, by key and revision: lists are requested at every key press. */
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

  /** Asks each kind once per list and tenant. */
  function createLoss() {
    const lossChecks = new Map<string, LosesNothing | undefined>();
    return (stored: StoredDraft): boolean => {
      const key = `${stored.kind}\n${stored.tenantId}`;
      try {
        if (!lossChecks.has(key)) lossChecks.set(key, kindOf(stored.kind)?.losesNothing?.(stored.tenantId));
        const { targetId, state, kindVersion } = stored;
        return lossChecks.get(key)?.(targetId, () => parseText(state), kindVersion) ?? false;
      } catch {
        // If the saved version can't be read, the draft may be the only copy.
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
