import type {
  ComparedValue,
  DraftComparison,
  ReceivedSection,
  TestOutcome,
} from '../../contract/test-sign-ins/test-sign-ins.ts';
import type * as assertion from '../../languages/assertion/compare-results.ts';
import { recordAttributes } from '../../languages/assertion/record-attributes.ts';
import type { ScriptTestRun, TestRunResult } from '../../languages/assertion/try-scripts.ts';
import { failure } from '../platform/errors/failure.ts';
import type { TestRun } from './test-run.ts';

export interface DraftParts {
  /** For the script of an application; undefined when there is none. */
  readonly draftScript: (tenantId: string, applicationId: string) => string | undefined;
  /** Undefined when the scripts couldn't be run. */
  readonly runScripts: (run: ScriptTestRun) => Promise<TestRunResult | undefined>;
}

/** Values that the tenant sends if no script sets them: `Audience` is a value of the section `Conditions`. */
const tenantValues = {
  saml: {
    Audience: ['Conditions', 'Audience'],
    Authentication: ['Sign-in', 'Context'],
    'Name ID format': ['Subject', 'Format'],
  },
  'openid-connect': Object.fromEntries(
    ['name', 'given_name', 'family_name', 'preferred_username', 'picture', 'email', 'email_verified'].map(
      (claim): [string, readonly [string, string]] => [claim, ['Claims', claim]],
    ),
  ),
} as const satisfies Record<string, Readonly<Record<string, readonly [section: string, name: string]>>>;

/**
 * Runs the script of the test and its draft locally, with the same input as the tenant's run. Undefined when there
 * is no draft, or the tenant couldn't report the input of its script.
 */
export async function compareDraft(
  { draftScript, runScripts }: DraftParts,
  { about, shown, scriptInput }: Pick<TestRun, 'about' | 'shown' | 'scriptInput'>,
): Promise<DraftComparison | undefined> {
  const { protocol, record, profile, applicationId, person } = about;
  const after = draftScript(profile.id, applicationId);
  const input = scriptInput();
  if (after === undefined || input === undefined) return undefined;
  const before = record['Script'];
  const result = await runScripts({
    before: typeof before === 'string' ? before : '',
    after,
    target: protocol === 'saml' ? 'saml' : 'token',
    attributes: protocol === 'saml' ? recordAttributes(record['SamlAttributes']) : [],
    users: [{ name: person.displayName, input }],
  });
  const [user] = result?.users ?? [];
  if (user === undefined)
    throw failure('unexpected-response', "The draft couldn't be run on this computer. Try again.");
  if (!user.after.isOk) {
    const { line, message } = user.after.failure;
    return { kind: 'stopped', line, message };
  }
  const names = tenantValues[protocol];
  const values = user.before.isOk
    ? user.compared.map((value) => withReceived(value, names, sectionsOf(shown().outcome)))
    : user.after.sent.map(({ name, values: sent, setBy }) =>
        comparedOf({ name, sign: 'added', before: null, after: sent, afterSetBy: setBy }),
      );
  return {
    kind: 'compared',
    values,
    tenantNames: Object.keys(names),
    failureNow: user.before.isOk ? null : user.before.failure.message,
  };
}

const sectionsOf = (outcome: TestOutcome | null): readonly ReceivedSection[] =>
  outcome?.kind === 'received' ? outcome.sections : [];

/** A value that only the draft sets may have come from the tenant itself: then it is replaced, not added. */
function withReceived(
  value: assertion.ComparedValue,
  names: Readonly<Record<string, readonly [string, string]>>,
  sections: readonly ReceivedSection[],
): ComparedValue {
  const [section, name] = (Object.hasOwn(names, value.name) ? names[value.name] : undefined) ?? [];
  const received = sections.find(({ title }) => title === section)?.values.find((one) => one.name === name);
  if (value.before !== null || received === undefined) return comparedOf(value);
  const isSame = JSON.stringify(received.values) === JSON.stringify(value.after);
  return comparedOf({ ...value, before: received.values, sign: isSame ? 'same' : 'changed' });
}

const comparedOf = ({ before, after, ...rest }: assertion.ComparedValue): ComparedValue => ({
  ...rest,
  before: before === null ? null : [...before],
  after: after === null ? null : [...after],
});
