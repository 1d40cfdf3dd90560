import type { PlanFinding, PlanRisk } from '../../../contract/changes/changes.ts';
import { protocolOf } from '../../../contract/applications/application-protocol.ts';
import type { TestUser, ScriptState } from '../../../contract/scripts/scripts.ts';
import { testRunInput, scriptTargetOf } from '../../../languages/assertion/test-run-input.ts';
import { recordAttributes } from '../../../languages/assertion/record-attributes.ts';
import type { ScriptFailure } from '../../../languages/assertion/script-failure.ts';
import type { TrialResult, TrialRun, UserTrial } from '../../../languages/assertion/try-scripts.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import type { TestUserStore } from './test-user-store.ts';
import type { ScriptTrials } from './script-trials.ts';

export interface TrialParts {
  readonly bench: Pick<TestUserStore, 'list'>;
  readonly trials: ScriptTrials;
}

interface TrialOf {
  readonly before: ScriptState;
  readonly after: ScriptState;
  readonly live: { readonly type: string; readonly record: Readonly<Record<string, unknown>> } | undefined;
}

interface Row {
  readonly cells: string[];
  /** With the new script the user cannot sign in. */
  readonly isFailing: boolean;
}

interface TrialTexts {
  readonly findings: readonly PlanFinding[];
  readonly risks: readonly PlanRisk[];
}

/** Scripts of one plan that are run for the users: a plan over hundreds must not wait for all of them. */
const maxTried = 50;
const maxRows = 200;
const label = 'What changes for whom';

/** How many scripts of a plan were run already, by the reads that belong to that plan. */
const triedOf = new WeakMap<object, number>();

/** Runs both scripts for the users of the bench, and says what they would notice. Sends nothing. */
export async function describeTrial(
  { bench, trials }: TrialParts,
  { before, after, live }: TrialOf,
  { tenant, reads }: Pick<ChangeContext, 'tenant' | 'reads'>,
): Promise<TrialTexts> {
  const target = scriptTargetOf(live?.type ?? '');
  const tried = triedOf.get(reads) ?? 0;
  const all = target === undefined ? [] : bench.list(tenant.id);
  const users = tried < maxTried ? all : [];
  if (users.length > 0) triedOf.set(reads, tried + 1);
  const result = await trials.run({
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
      findings: [note('The scripts could not be run here: nobody knows what changes for whom.')],
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

function note(words: string): PlanFinding {
  return { label, columns: [], rows: [], note: words };
}

function findingsOf(result: TrialResult, all: readonly TestUser[], wasRun: boolean): PlanFinding[] {
  if (all.length === 0) return [];
  if (!wasRun) {
    return [note(`Not run: of one plan the first ${maxTried} scripts are run for the users of the bench.`)];
  }
  const rows = result.users.flatMap(rowsOf);
  const shown = rows.slice(0, maxRows);
  const failing = shown.flatMap(({ isFailing }, index) => (isFailing ? [index] : []));
  const named = (users: readonly UserTrial[]): string => listed(users.map(({ name }) => name));
  const stuck = result.users.filter(stopsAsBefore);
  const unmoved = result.users.filter((user) => rowsOf(user).length === 0 && !stuck.includes(user));
  const notes = [
    ...(unmoved.length === 0 ? [] : [`Nothing changes for ${named(unmoved)}.`]),
    ...(stuck.length === 0 ? [] : [`Both scripts stop for ${named(stuck)}: ${failureText(stuck[0]?.after)}`]),
    ...(rows.length > maxRows ? [`${rows.length - maxRows} more rows are not shown.`] : []),
  ];
  return [
    {
      label,
      columns: rows.length === 0 ? [] : ['User', 'What is sent', 'On the tenant', 'After'],
      rows: shown.map(({ cells }) => cells),
      isCompared: true,
      ...(failing.length === 0 ? {} : { failing }),
      note: notes.join(' '),
    },
  ];
}

/** A user who could not sign in before either: the change makes nothing worse, and may only be unknown to the desk. */
function stopsAsBefore({ before, after }: UserTrial): boolean {
  return !before.isOk && !after.isOk && before.failure.message === after.failure.message;
}

function failureText(run: TrialRun | undefined): string {
  return run === undefined || run.isOk ? '' : run.failure.message;
}

function rowsOf(user: UserTrial): Row[] {
  const { name, before, after, compared } = user;
  const stops = (failure: ScriptFailure): string => `stops${placeOf(failure)}: ${failure.message}`;
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

function risksOf({ syntax, users }: TrialResult, application: string): PlanRisk[] {
  if (syntax !== undefined) {
    return [
      {
        words: `The script does not parse${placeOf(syntax)}: ${syntax.message} Nobody could sign in to ${application}.`,
        although: `the script of ${application} does not parse`,
      },
    ];
  }
  const stopped = users.flatMap((user) =>
    user.after.isOk || stopsAsBefore(user) ? [] : [{ name: user.name, failure: user.after.failure }],
  );
  const [first] = stopped;
  if (first === undefined) return [];
  const names = listed(stopped.map(({ name }) => name));
  const where = `the script stops${placeOf(first.failure)}. ${first.failure.message}`;
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
