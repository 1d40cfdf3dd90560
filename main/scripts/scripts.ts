import { registerKind } from '../changes/kind/registered-kind.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { draftScriptIn } from './draft-script.ts';
import { createScriptHandlers } from './handlers.ts';
import type { ScriptParts } from './handlers.ts';
import { testUserSchemaSteps, createTestUserStore } from './kind/test-user-store.ts';
import { createScriptKind, scriptKindName } from './kind/script-kind.ts';
import type { ScriptKindParts } from './kind/script-kind.ts';
import { createScriptTestRuns } from './kind/script-test-runs.ts';

export const scriptSchemaSteps = [testUserSchemaSteps];

/** Scripts of applications: calls, change kind, and the test run. `applications`: those that a script can belong to. */
export function createScripts(
  { client, cache, database, host }: NounParts,
  applications: Pick<ScriptKindParts, 'compared' | 'cachedApplications'>,
) {
  const testUsers = createTestUserStore(database);
  const testRuns = createScriptTestRuns();
  return {
    kindName: scriptKindName,
    kinds: [registerKind(createScriptKind({ client, cache, testUsers, testRuns, ...applications }))],
    draftScript: draftScriptIn,
    runScripts: testRuns.run,
    handlers: (noteSeen: ScriptParts['noteSeen']) =>
      createScriptHandlers({ client, cache, noteSeen, testUsers, host }),
  };
}
