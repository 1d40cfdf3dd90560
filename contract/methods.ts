import { appMethods } from './desk-info.ts';
import { applicationMethods } from './applications.ts';
import { catcherMethods } from './catcher.ts';
import { changeSetMethods } from './change-sets.ts';
import { changeMethods } from './changes.ts';
import { comparisonMethods } from './comparisons.ts';
import { configurationMethods } from './configuration.ts';
import { draftMethods } from './drafts.ts';
import { historyMethods } from './history.ts';
import { jobMethods } from './jobs.ts';
import { licenceMethods } from './licences.ts';
import type { InputOf, OutputOf, ParsedInputOf } from './method.ts';
import { migrationMethods } from './migration.ts';
import { offlineMethods } from './offline.ts';
import { originMethods } from './origins.ts';
import { overviewMethods } from './overview.ts';
import { pinMethods } from './pins.ts';
import { procedureMethods } from './procedures.ts';
import { provisionalMethods } from './provisional.ts';
import { queryMethods } from './queries.ts';
import { queryFileMethods } from './query-file.ts';
import { queryLibraryMethods } from './query-library.ts';
import { referenceMethods } from './references.ts';
import { resultMethods } from './results.ts';
import { roleMethods } from './roles.ts';
import { sampleMethods } from './samples.ts';
import { sandboxMethods } from './sandbox.ts';
import { linkedFolderMethods } from './linked-folders.ts';
import { scriptMethods } from './scripts.ts';
import { sessionMethods } from './session.ts';
import { settingsMethods } from './settings.ts';
import { targetMethods } from './targets.ts';
import { tenantMethods } from './tenants.ts';
import { testSignInMethods } from './test-sign-ins.ts';
import { versionMethods } from './versions.ts';
import { viewStateMethods } from './view-state.ts';
import { webhookMethods } from './webhooks.ts';
import { workbookMethods } from './workbooks.ts';

/** Every call that crosses from the renderer to main. A name is `noun.verb`. */
export const methods = {
  ...appMethods,
  ...tenantMethods,
  ...sessionMethods,
  ...applicationMethods,
  ...scriptMethods,
  ...linkedFolderMethods,
  ...roleMethods,
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
  ...provisionalMethods,
  ...changeSetMethods,
  ...comparisonMethods,
  ...historyMethods,
  ...versionMethods,
  ...targetMethods,
  ...referenceMethods,
  ...draftMethods,
  ...offlineMethods,
  ...settingsMethods,
  ...viewStateMethods,
  ...licenceMethods,
  ...sandboxMethods,
  ...catcherMethods,
  ...testSignInMethods,
} as const;

export type Methods = typeof methods;
export type MethodName = keyof Methods;

/** What a handler receives beside its arguments. */
export interface CallContext {
  /** Aborted when the view no longer wants the answer; reaches down to the socket. */
  readonly signal: AbortSignal;
  readonly requestId: string;
}

export type Handler<Name extends MethodName> = (
  input: ParsedInputOf<Methods[Name]>,
  context: CallContext,
) => Promise<OutputOf<Methods[Name]>>;

/** One handler for each method, no more and no fewer: checked by the compiler. */
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
