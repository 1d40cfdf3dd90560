import { scriptStateSchema } from '../../contract/scripts/scripts.ts';
import type { DraftService } from '../changes/drafts/draft-service.ts';
import { scriptKindName } from './kind/script-kind.ts';

/** The last saved draft of an application's script; undefined when there is none. */
export const draftScriptIn =
  (drafts: Pick<DraftService, 'get'>) =>
  (tenantId: string, applicationId: string): string | undefined => {
    const draft = drafts.get({ tenantId, kind: scriptKindName, targetId: applicationId });
    return draft === undefined ? undefined : scriptStateSchema.parse(draft.state).script;
  };
