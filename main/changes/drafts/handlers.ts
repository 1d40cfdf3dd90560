import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import type { Host } from '../../platform/host/host.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { AppliedDrafts } from '../record/applied-drafts.ts';
import type { DraftService } from './draft-service.ts';
import { draftStatuses } from './draft-statuses.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';

export interface DraftHandlerParts {
  readonly drafts: DraftService;
  readonly kinds: KindTable;
  readonly applied: Pick<AppliedDrafts, 'draftsAppliedSince'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly host: Pick<Host, 'saveFile'>;
}

export function createDraftHandlers(parts: DraftHandlerParts): HandlersOf<'drafts'> {
  const { drafts, host } = parts;
  return {
    'drafts.save': async (draft) => {
      const redacted = await drafts.redact(draft);
      const { summary, base } = drafts.save(redacted);
      return {
        ...summary,
        ...(isDeepStrictEqual(redacted.state, draft.state)
          ? {}
          : { redacted: z.json().parse(redacted.state) }),
        ...(isDeepStrictEqual(base, draft.base) ? {} : { base: z.json().nullable().parse(base) }),
      };
    },
    'drafts.applied': async ({ tenantId, kind, revision }) => {
      const applied = drafts.appliedOf(tenantId, kind, revision);
      return applied === undefined ? undefined : { ...applied, state: z.json().parse(applied.state) };
    },
    'drafts.get': async (key) => drafts.get(key),
    'drafts.list': async ({ tenantId }) => drafts.list(tenantId),
    'drafts.standings': async () => draftStatuses(parts),
    'drafts.discard': async (key) => void drafts.discard(key),
    'drafts.restore': async (key) => drafts.restore(key),
    'drafts.export': async (key, call) => {
      const draft = drafts.raw(key);
      if (draft === undefined) return undefined;
      const saved = await host.saveFile(
        { title: 'Save draft', suggestedName: `draft-${key.kind}.json`, extensions: ['.json'] },
        (sink) => sink(formatExact(draft, 2)),
        call.signal,
      );
      return saved === undefined ? undefined : { fileName: saved.fileName };
    },
  };
}
