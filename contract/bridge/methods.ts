import { appMethods } from '../app/desk-info.ts';
import { applicationMethods } from '../applications/applications.ts';
import { testReceiverMethods } from '../sandbox/test-receiver.ts';
import { connectionCheckMethods } from '../tenants/connection-check.ts';
import { changeSetMethods } from '../changes/change-sets.ts';
import { backupMethods } from '../backup/backup.ts';
import { changeMethods } from '../changes/changes.ts';
import { comparisonMethods } from '../changes/comparisons.ts';
import { configurationMethods } from '../configuration/configuration.ts';
import { diagnosticsMethods } from '../diagnostics/diagnostics.ts';
import { draftMethods } from '../changes/drafts.ts';
import { historyMethods } from '../changes/history.ts';
import { jobMethods } from '../jobs/jobs.ts';
import { localDataMethods } from '../local-data/local-data.ts';
import { licenseMethods } from '../settings/licenses.ts';
import type { InputOf, OutputOf, ParsedInputOf } from '../schema/method.ts';
import { linkMethods } from '../links/links.ts';
import { migrationMethods } from '../webhooks/migration.ts';
import { offlineMethods } from '../offline/offline.ts';
import { originMethods } from '../origins/origins.ts';
import { overviewMethods } from '../overview/overview.ts';
import { pinMethods } from '../pins/pins.ts';
import { policyMethods } from '../policy/policy.ts';
import { procedureMethods } from '../procedures/procedures.ts';
import { unconfirmedMethods } from '../changes/unconfirmed-plans.ts';
import { queryMethods } from '../queries/queries.ts';
import { queryFileMethods } from '../queries/query-file.ts';
import { queryLibraryMethods } from '../queries/query-library.ts';
import { referenceMethods } from '../changes/references.ts';
import { resultMethods } from '../queries/results.ts';
import { rightsMethods } from '../tenants/rights.ts';
import { roleMethods } from '../roles/roles.ts';
import { sampleMethods } from '../webhooks/samples.ts';
import { sandboxMethods } from '../sandbox/sandbox.ts';
import { linkedFolderMethods } from '../changes/linked-folders.ts';
import { scriptMethods } from '../scripts/scripts.ts';
import { sessionMethods } from '../tenants/session.ts';
import { settingsFileMethods } from '../settings/settings-file.ts';
import { settingsMethods } from '../settings/settings.ts';
import { targetMethods } from '../changes/targets.ts';
import { tenantMethods } from '../tenants/tenants.ts';
import { testSignInMethods } from '../test-sign-ins/test-sign-ins.ts';
import { updateMethods } from '../updates/updates.ts';
import { versionMethods } from '../changes/versions.ts';
import { viewStateMethods } from '../settings/view-state.ts';
import { webhookMethods } from '../webhooks/webhooks.ts';
import { workbookMethods } from '../webhooks/workbooks.ts';

/** All calls from the renderer to main. A name is `noun.verb`. */
export const methods = {
  ...appMethods,
  ...backupMethods,
  ...localDataMethods,
  ...diagnosticsMethods,
  ...tenantMethods,
  ...connectionCheckMethods,
  ...sessionMethods,
  ...applicationMethods,
  ...scriptMethods,
  ...linkedFolderMethods,
  ...roleMethods,
  ...rightsMethods,
  ...originMethods,
  ...configurationMethods,
  ...queryMethods,
  ...queryLibraryMethods,
  ...queryFileMethods,
  ...resultMethods,
  ...pinMethods,
  ...overviewMethods,
  ...procedureMethods,
  ...jobMethods,
  ...webhookMethods,
  ...sampleMethods,
  ...migrationMethods,
  ...workbookMethods,
  ...changeMethods,
  ...unconfirmedMethods,
  ...changeSetMethods,
  ...comparisonMethods,
  ...historyMethods,
  ...versionMethods,
  ...targetMethods,
  ...referenceMethods,
  ...draftMethods,
  ...offlineMethods,
  ...linkMethods,
  ...settingsMethods,
  ...settingsFileMethods,
  ...policyMethods,
  ...viewStateMethods,
  ...licenseMethods,
  ...sandboxMethods,
  ...testReceiverMethods,
  ...testSignInMethods,
  ...updateMethods,
} as const;

export type Methods = typeof methods;
export type MethodName = keyof Methods;

/** Passed to a handler along with its arguments. */
export interface CallContext {
  /** Aborted when the view no longer needs the result; cancels down to the socket. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Shared by calls that look at the tenant as it is at one time, such as reading all of it and then planning a change. */
  readonly reading?: SharedReading;
}

/** What several calls have read of a tenant. */
export interface SharedReading {
  /** `key` names the read; the same key must always have the same type of result. */
  once<Result>(key: string, read: () => Promise<Result>): Promise<Result>;
}

export type Handler<Name extends MethodName> = (
  input: ParsedInputOf<Methods[Name]>,
  context: CallContext,
) => Promise<OutputOf<Methods[Name]>>;

/** Exactly one handler per method, checked by the compiler. */
export type Handlers = { readonly [Name in MethodName]: Handler<Name> };

/** The handlers of one noun, for example `HandlersOf<'webhooks'>`. */
export type HandlersOf<Noun extends string> = {
  readonly [Name in Extract<MethodName, `${Noun}.${string}`>]: Handler<Name>;
};

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}

export type MethodInput<Name extends MethodName> = InputOf<Methods[Name]>;
export type MethodOutput<Name extends MethodName> = OutputOf<Methods[Name]>;
