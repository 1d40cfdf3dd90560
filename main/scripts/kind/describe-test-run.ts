import type { PlanFinding, PlanRisk } from '../../../contract/changes/changes.ts';
import { protocolOf } from '../../../contract/applications/application-protocol.ts';
import type { TestUser, ScriptState } from '../../../contract/scripts/scripts.ts';
import { testRunInput, scriptTargetOf } from '../../../languages/assertion/test-run-input.ts';
import { recordAttributes } from '../../../languages/assertion/record-attributes.ts';
import type { ScriptFailure } from '../../../languages/assertion/script-failure.ts';
import type {
  TestRunResult,
  ScriptRunOutcome,
  UserTestRun,
} from '../../../languages/assertion/try-scripts.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import type { TestUserStore } from './test-user-store.ts';
import type { ScriptTestRuns } from './script-test-runs.ts';

export interface TestRunServices {
  readonly testUsers: Pick<TestUserStore, 'list'>;
  readonly testRuns: ScriptTestRuns;
}

interface ScriptChange {
  readonly before: ScriptState;
  readonly after: ScriptState;
  readonly live: { readonly type: string; readonly record: Readonly<Record<string, unknown>> } | undefined;
}

interface Row {
  readonly cells: string[];
  /** With the new script the user can't sign in. */
  readonly isFailing: boolean;
}

interface TestRunTexts {
  readonly findings: readonly PlanFinding[];
  readonly risks: readonly PlanRisk[];
}

/** Maximum scripts of one plan that are run for the test users: a plan over hundreds must not wait for all of them. */
const maxTried = 50;
const maxRows = 200;
const label = 'Changes by user';

/** How many scripts of a plan have been run, by the reads that belong to that plan. */
const triedOf = new WeakMap<object, number>();

/** Runs both scripts for the test users and describes what they would notice. Sends nothing. */
export async function describeTestRun(
  { testUsers, testRuns }: TestRunServices,
  { before, after, live }: ScriptChange,
  { tenant, reads }: Pick<ChangeContext, 'tenant' | 'reads'>,
): Promise<TestRunTexts> {
  const target = scriptTargetOf(live?.type ?? '');
  const tried = triedOf.get(reads) ?? 0;
  const all = target === undefined ? [] : testUsers.list(tenant.id);
  const users = tried < maxTried ? all : [];
  if (users.length > 0) triedOf.set(reads, tried + 1);
  const result = await testRuns.run({
    before: before.script,
    after: after.script,
    target: target ?? 'saml',
    attributes: settingsAttributes(live?.record ?? {}),
    users: users.map(({ name, properties }) => ({
      name,
      input: testRunInput(properties, live?.record ?? {}),
    })),
  });
  if (result === undefined) {
    return {
      findings: [note('Couldn’t run the scripts here, so the changes by user are unknown.')],
      risks: [],
    };
  }
  return {
    findings: findingsOf(result, all, users.length > 0),
    risks: risksOf(result, after.application),
  };
}

const settingsAttributes = (record: Readonly<Record<string, unknown>>) =>
  protocolOf(record) === 'saml' ? recordAttributes(record['SamlAttributes']) : [];

function note(text: string): PlanFinding {
  return { label, columns: [], rows: [], note: text };
}

function findingsOf(result: TestRunResult, all: readonly TestUser[], wasRun: boolean): PlanFinding[] {
  if (all.length === 0) return [];
  if (!wasRun) {
    return [note(`Not run: only the first ${maxTried} scripts of a plan are run for the test users.`)];
  }
  const rows = result.users.flatMap(rowsOf);
  const shown = rows.slice(0, maxRows);
  const failing = shown.flatMap(({ isFailing }, index) => (isFailing ? [index] : []));
  const named = (users: readonly UserTestRun[]): string => listed(users.map(({ name }) => name));
  const stuck = result.users.filter(stopsAsBefore);
  const unaffected = result.users.filter((user) => rowsOf(user).length === 0 && !stuck.includes(user));
  const notes = [
    ...(unaffected.length === 0 ? [] : [`No changes for ${named(unaffected)}.`]),
    ...(stuck.length === 0 ? [] : [`Both scripts fail for ${named(stuck)}: ${failureText(stuck[0]?.after)}`]),
    ...(rows.length > maxRows ? [`${rows.length - maxRows} more rows not shown.`] : []),
  ];
  return [
    {
      label,
      columns: rows.length === 0 ? [] : ['User', 'Value', 'On the tenant', 'After'],
      rows: shown.map(({ cells }) => cells),
      isCompared: true,
      ...(failing.length === 0 ? {} : { failing }),
      note: notes.join(' '),
    },
  ];
}

/** A user who couldn't sign in before either: the change makes nothing worse, and Tenant Desk may just not know the user. */
function stopsAsBefore({ before, after }: UserTestRun): boolean {
  return !before.isOk && !after.isOk && before.failure.message === after.failure.message;
}

function failureText(run: ScriptRunOutcome | undefined): string {
  return run === undefined || run.isOk ? '' : run.failure.message;
}

function rowsOf(user: UserTestRun): Row[] {
  const { name, before, after, compared } = user;
  const stops = (failure: ScriptFailure): string => `fails${placeOf(failure)}: ${failure.message}`;
  if (!before.isOk || !after.isOk) {
    const was = before.isOk ? 'an assertion' : stops(before.failure);
    const will = after.isOk ? 'an assertion' : stops(after.failure);
    return stopsAsBefore(user) ? [] : [{ cells: [name, 'Sign-in', was, will], isFailing: !after.isOk }];
  }
  return compared
    .filter(({ sign }) => sign !== 'same')
    .map((value) => ({
      cells: [name, value.name, valueText(value.before), valueText(value.after)],
      isFailing: false,
    }));
}

function valueText(values: readonly string[] | null): string {
  if (values === null) return 'not sent';
  const text = values.join(', ');
  return text === '' ? 'empty' : text;
}

function risksOf({ syntax, users }: TestRunResult, application: string): PlanRisk[] {
  if (syntax !== undefined) {
    return [
      {
        words: `Syntax error in the script${placeOf(syntax)}: ${syntax.message} No one could sign in to ${application}.`,
        although: `the script of ${application} has a syntax error`,
      },
    ];
  }
  const stopped = users.flatMap((user) =>
    user.after.isOk || stopsAsBefore(user) ? [] : [{ name: user.name, failure: user.after.failure }],
  );
  const [first] = stopped;
  if (first === undefined) return [];
  const names = listed(stopped.map(({ name }) => name));
  const where = `the script fails${placeOf(first.failure)}. ${first.failure.message}`;
  return [
    {
      words: `${names} could not sign in: ${where}`,
      although: `${names} could not sign in to ${application}`,
    },
  ];
}

function placeOf({ line, column }: ScriptFailure): string {
  return line === null ? '' : ` at line ${line}, column ${column ?? 1}`;
}

/** `Zoë`, `Zoë and Karl`, `Zoë, Karl and 3 others`. */
function listed(names: readonly string[]): string {
  const shown = names.length > 3 ? names.slice(0, 2) : names;
  const others = names.length - shown.length;
  const all = others === 0 ? [...shown] : [...shown, `${others} others`];
  const last = all.pop() ?? '';
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`;
}
