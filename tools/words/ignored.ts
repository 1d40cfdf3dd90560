/** Uses that are right as they are. At most 30, each with the reason. */
export interface Ignored {
  readonly path: RegExp;
  readonly term: string;
  readonly reason: string;
}

/** Sources by their paths, as patterns without `.ts`. */
const inFiles = (...paths: readonly string[]): RegExp => new RegExp(String.raw`^(?:${paths.join('|')})\.ts$`);

export const ignored: readonly Ignored[] = [
  {
    path: /(^|\/)freemarker\//,
    term: 'long error',
    reason: 'Messages of FreeMarker, word by word: templates are compared with the original by them.',
  },
  {
    path: /^tenant\/query\/read-policy\.ts$|^contract\/errors\/desk-error-schema\.ts$/,
    term: 'British spelling',
    reason: 'A table of existing databases, and error codes in records of earlier versions.',
  },
  {
    path: inFiles(
      String.raw`contract/changes/changes`,
      String.raw`main/applications/describe-application-change`,
      String.raw`main/changes/(kind/change-kind|plan/introduced-characters(\.spec)?|plan/(plan-as-markdown|resolve-conflict)\.spec|record/(group-reads|plan-record|plan-store\.spec)|run/fresh-basis\.spec)`,
      String.raw`main/configuration/configuration-kind`,
      String.raw`main/jobs/job-kind`,
      String.raw`main/origins/origins-kind`,
      String.raw`main/roles/assignment-text`,
      String.raw`main/scripts/kind/(describe-test-run|script-kind)`,
      String.raw`main/webhooks/(files/describe-import|kind/describe-webhook-change)`,
      String.raw`renderer/review/ReviewDialog\.svelte\.spec`,
      String.raw`test/(component/plans|integration/changes-new-kind\.spec)`,
    ),
    term: 'words',
    reason: 'Member of risks and steps in stored plans.',
  },
  {
    path: /^contract\/procedures\/(own-entry|procedures)\.ts$|^renderer\/features\/procedures\/|^test\/integration\/own-procedures\.spec\.ts$/,
    term: 'words',
    reason: 'Member of custom library entries, which are stored in the profile.',
  },
  {
    path: /^main\/changes\/record\/plan-record\.ts$/,
    term: 'settle',
    reason: 'A column of the journal.',
  },
  {
    path: /^main\/changes\/drift\/drift-schema\.ts$/,
    term: 'thing',
    reason: 'Tables of existing profiles.',
  },
  {
    path: /^main\/offline\/offline-store\.ts$|^main\/platform\/storage\/damage-report(\.spec)?\.ts$/,
    term: 'kept',
    reason: 'A table of existing profiles, and a member of stored damage reports.',
  },
  {
    path: /^main\/scripts\/kind\/test-user-store\.ts$/,
    term: 'bench',
    reason: 'A table of existing profiles.',
  },
  {
    path: /^main\/webhooks\/redact-existing\.ts$/,
    term: 'conceal',
    reason: 'A field of a log event that support tools read.',
  },
  {
    path: /^main\/jobs\/job-kind\.ts$/,
    term: 'answer',
    reason: 'Member of stored outcomes.',
  },
  {
    path: /^renderer\/(features\/history\/entry-text\.spec|features\/migration\/workbook\/(rule-sign|run-progress)|review\/item-labels)\.ts$|^test\/integration\/changes-faults\.spec\.ts$/,
    term: 'refuse',
    reason: 'A state of items in stored plans.',
  },
  {
    path: /^contract\/procedures\/own-entry\.ts$|^renderer\/features\/procedures\/ArgumentFields\.svelte$/,
    term: 'moment',
    reason: 'An argument type in custom library entries.',
  },
  {
    path: /^renderer\/review\/target-kinds\.ts$/,
    term: 'publication',
    reason: 'Kinds of items in stored plans and drafts.',
  },
  {
    path: /^tenant\/management\//,
    term: 'publish',
    reason: 'Members of the management API.',
  },
  {
    path: /^renderer\/features\/scripts\/test-users\/test-users\.svelte\.ts$/,
    term: 'mail',
    reason: 'The directory attribute.',
  },
];
