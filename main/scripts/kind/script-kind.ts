import { z } from 'zod';
import type { ScriptState } from '../../../contract/scripts/scripts.ts';
import { applicationScriptSchema, scriptStateSchema } from '../../../contract/scripts/scripts.ts';
import type {
  Change,
  ChangeKind,
  ChangeDescription,
  Observation,
  ReadCached,
} from '../../changes/kind/change-kind.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import type { Comparable, ComparedSource } from '../../changes/kind/compared.ts';
import { addressesAs } from '../../changes/kind/compared.ts';
import { isPartInEffect, lineChanges } from '../../changes/kind/compare-states.ts';
import { text } from '../../changes/kind/part.ts';
import { isSameText } from '../../changes/kind/three-way-merge.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { SnapshotCache } from '../../platform/storage/read-through.ts';
import type { TestUserStore } from './test-user-store.ts';
import { describeTestRun } from './describe-test-run.ts';
import { retargetScript } from './retarget-script.ts';
import type { ScriptTestRuns } from './script-test-runs.ts';
import type { TenantClient } from '../../tenants/client/tenant-client.ts';
import type { ApplicationMembers, ApplicationRead } from '../../tenants/endpoints/application-members.ts';
import {
  applicationLane,
  changedSince,
  findApplicationMembers,
  sentMembersOf,
  sentMembersSchema,
} from '../../tenants/endpoints/application-members.ts';
import { updateApplication } from '../../tenants/endpoints/application-update.ts';
import { withoutSecrets } from '../../tenants/endpoints/record-secrets.ts';

export const scriptKindName = 'script';

/** Cache key of the script of an application. */
export const scriptKey = (applicationId: string): string => `script:${applicationId}`;

export interface ScriptKindParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
  readonly testUsers: Pick<TestUserStore, 'list'>;
  readonly testRuns: ScriptTestRuns;
  /** The applications as last read: a script is deleted with its application. */
  readonly cachedApplications: (tenantId: string) => ReadCached<unknown>;
  /** Where applications are compared from: scripts are read with their applications. */
  readonly compared: ComparedSource<ScriptOfApplication>;
}

/** The members that a comparison looks at. */
export interface ScriptOfApplication {
  readonly state: { readonly name: string };
  /** Null when it isn't readable. */
  readonly script: string | null;
}

const outcomeSchema = z.object({
  targetId: z.string(),
  /** The application as it was sent: only the script may have changed. Unknown in records of earlier versions. */
  sent: sentMembersSchema.optional().catch(undefined),
});

type Outcome = z.infer<typeof outcomeSchema>;

const scriptPart = text<ScriptState>('script', 'Script', 'javascript');

/**
 * The script of an application, which is the target; it is replaced as a whole, and there is no application
 * without one and no script without an application. Source: platform specification, rule 1 of the application endpoints.
 */
export function createScriptKind({
  client,
  cache,
  testUsers,
  testRuns,
  cachedApplications,
  compared,
}: ScriptKindParts): ChangeKind<ScriptState, undefined, Outcome> {
  return {
    name: scriptKindName,
    version: 1,
    noun: { one: 'script', many: 'scripts' },
    state: scriptStateSchema,
    notes: z.undefined(),
    outcome: outcomeSchema,
    parts: [scriptPart],
    compared: comparedScripts(compared),
    isIndependent: true,
    hasVersions: true,
    laneOf: applicationLane,
    nameOf: ({ application }) => application,

    async read(targetId, context) {
      const members = (await findLive(client, targetId, context))?.members;
      return members === undefined ? undefined : { application: members.name, script: members.script };
    },

    async describe(change, context) {
      const { before, after } = bothSides(change);
      const live = await findLive(client, change.targetId, context);
      return {
        ...describeReplacement(before, after, live?.members.hasOwnScript ?? true),
        ...(await describeTestRun(
          { testUsers, testRuns },
          { before, after, live: live && triedOn(live) },
          context,
        )),
        typeName: live?.type ?? '',
      };
    },

    begin: async () => undefined,

    async apply(change, context) {
      const { targetId } = change;
      const { before, after } = bothSides(change);
      context.reads.forget();
      const now = (await findLive(client, targetId, context))?.members;
      if (now?.script !== before.script) {
        throw failure(
          'plan-outdated',
          `The script of ${before.application} changed in ${context.tenant.name} a moment ago. Nothing was sent. Review the change again.`,
        );
      }
      const sent = { ...now, script: after.script, hasOwnScript: true };
      await updateApplication(
        client,
        { tenantId: context.tenant.id, id: targetId, members: sent },
        context.call,
      );
      return { targetId, sent: sentMembersOf(sent) };
    },

    async observe(change, outcome, context) {
      const live = await findLive(client, change.targetId, context);
      return observeScript(change, outcome, live?.members);
    },

    retarget: (change, context) => retargetScript(client, change, context),

    cached: (tenantId) => readCachedScripts({ cache, cachedApplications }, tenantId),

    remember(changes, tenantId) {
      for (const { targetId, state } of changes) {
        if (state === null) continue;
        const script = applicationScriptSchema.parse({ script: state.script, isModified: true });
        cache.snapshots.write(tenantId, scriptKey(targetId), script, cache.now());
      }
    },
  };
}

/** How scripts are compared between tenants. */
const comparedScripts = (source: ComparedSource<ScriptOfApplication>): Comparable<ScriptState, unknown> => ({
  source,
  eventSubject: (id) => ({ type: 'Application', id }),
  // The script of a new application is created with it.
  isOfBoth: true,
  isReadable: ({ script }: ScriptOfApplication) => script !== null,
  stateOf: ({ state, script }: ScriptOfApplication, where) => ({
    application: state.name,
    script: addressesAs(script ?? '', where),
  }),
  carry: (wanted, _base, where) => ({ ...wanted, script: addressesAs(wanted.script, where) }),
});

/** A script is deleted with its application: the newer reading decides. */
function readCachedScripts(
  { cache, cachedApplications }: Pick<ScriptKindParts, 'cache' | 'cachedApplications'>,
  tenantId: string,
): ReadCached<ScriptState> {
  const applications = cachedApplications(tenantId);
  return (targetId) => {
    const stored = cache.snapshots.read(tenantId, scriptKey(targetId), applicationScriptSchema);
    const application = applications(targetId);
    if (application?.state === null && application.fetchedAt > (stored?.fetchedAt ?? 0))
      return { state: null, fetchedAt: application.fetchedAt };
    return stored && { state: { application: '', script: stored.data.script }, fetchedAt: stored.fetchedAt };
  };
}

/** The redacted record that a test run passes to the script: its result goes to disk, and the record has secrets. */
const triedOn = ({ type, members }: ApplicationRead) => ({ type, record: withoutSecrets(members.record) });

/** The application and its script; undefined when there is none. */
function findLive(
  client: TenantClient,
  id: string,
  { tenant, call, reads }: ChangeContext,
): Promise<ApplicationRead | undefined> {
  return reads.once(`script:${id}`, () => findApplicationMembers(client, { tenantId: tenant.id, id }, call));
}

function bothSides({ before, after }: Change<ScriptState>) {
  if (before !== null && after !== null) return { before, after };
  throw failure(
    'invalid-input',
    before === null
      ? 'The application of this script no longer exists. Copy the script to another application.'
      : 'A script can’t be deleted. Replace it instead.',
  );
}

function observeScript(
  change: Change<ScriptState>,
  outcome: Outcome | undefined,
  now: ApplicationMembers | undefined,
): Observation<Outcome> {
  const { targetId } = change;
  const { before, after } = bothSides(change);
  if (now === undefined) return { state: 'different', what: 'The application no longer exists.' };
  if (isPartInEffect(scriptPart, { before, after }, { ...after, script: now.script })) {
    const changed = outcome?.sent === undefined ? [] : changedSince(outcome.sent, now);
    if (changed.length === 0) return { state: 'in-effect', outcome: outcome ?? { targetId } };
    const what = `The script was applied, but this changed with it: ${changed.join(', ')}.`;
    return { state: 'different', what, outcome: { targetId } };
  }
  if (isSameText(now.script, before.script)) return { state: 'as-before' };
  const { added, removed } = lineChanges(after.script, now.script);
  return { state: 'different', what: `The script differs (+${added} −${removed} lines).` };
}

function describeReplacement(
  before: ScriptState,
  after: ScriptState,
  hasOwnScript: boolean,
): ChangeDescription {
  return {
    title: 'Replace script',
    warnings: [
      ...(after.script.trim() === '' ? ['The new script is empty.'] : []),
      ...(hasOwnScript
        ? []
        : [
            'The application currently uses its template’s script. Undo restores the text, but as a custom script.',
          ]),
    ],
    steps: [
      {
        method: 'POST',
        path: '/SaasManage/GetApplication',
        words: `Read the current ${before.application}`,
      },
      {
        method: 'POST',
        path: '/SaasManage/UpdateApplicationDE',
        words: 'Send the full record with the new script',
      },
      { words: 'Verify the application and its script' },
    ],
  };
}
