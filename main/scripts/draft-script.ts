import { scriptStateSchema } from '../../contract/scripts/scripts.ts';
import type { DraftService } from '../changes/drafts/draft-service.ts';
import { scriptKindName } from './kind/script-kind.ts';

/** Finds the draft of an application's script, as it was saved last; undefined where there is none. */
export const draftScriptIn =
  (drafts: Pick<DraftService, 'get'>) =>
  (tenantId: string, applicationId: string): string | undefined => {
    const draft = drafts.get({ tenantId, kind: scriptKindName, targetId: applicationId });
    return draft === undefined ? undefined : scriptStateSchema.parse(draft.state).script;
  };
