export {
  missingFromAssertion,
  PREVIEW_LABEL,
  renderAssertion,
  type DocumentDetails,
} from './assertion-document.ts';
export {
  TEST_USER_PROPERTIES,
  testRunInput,
  testUserToScriptUser,
  listSeparator,
  scriptTargetOf,
  type TestUserProperty,
} from './test-run-input.ts';
export {
  compareResults,
  sentValues,
  type ComparedValue,
  type SentValue,
  type ValueOrigin,
} from './compare-results.ts';
export type { Assertion, AssertionAttribute, ClaimValue } from './assertion-draft.ts';
export { checkScriptSyntax } from './check-script-syntax.ts';
export { completeScript, type ScriptCompletion, type ScriptCompletions } from './complete-script.ts';
export { findDefinition } from './find-definition.ts';
export { guardAgainstNull, type ScriptEdit } from './guard-against-null.ts';
export { lintScript } from './lint-script.ts';
export { recordAttributes, type RecordAttribute } from './record-attributes.ts';
export { runApplicationScript } from './run-application-script.ts';
export {
  DEFAULT_SCRIPT_LIMITS,
  runAssertionScript,
  type ScriptLimits,
  type ScriptResult,
  type ScriptRun,
} from './run-assertion-script.ts';
export type { ScriptDiagnostic } from './script-diagnostic.ts';
export {
  tryScripts,
  type ScriptTestRun,
  type TestRunResult,
  type ScriptRunOutcome,
  type UserTestRun,
} from './try-scripts.ts';
export { createScriptEngine, type ScriptEngine } from './script-engine.ts';
export { AssertionScriptError, type ScriptFailure, type ScriptFailureCode } from './script-failure.ts';
export { SCRIPT_FUNCTIONS, type ScriptFunction, type ScriptTarget } from './script-functions.ts';
export type { FieldValue, ScriptInput, ScriptUser } from './script-input.ts';
export {
  referenceAt,
  referenceUses,
  SCRIPT_REFERENCE,
  type NamedPlace,
  type ReferenceEntry,
} from './script-reference.ts';
export { SCRIPT_OBJECTS, type ScriptMember, type ScriptObject } from './script-objects.ts';
export { TEST_RUN_MILLISECONDS } from './test-run-limits.ts';
