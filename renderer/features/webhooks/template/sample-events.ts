import { isEventColumn } from '../../../../languages/payload/payload-variables.ts';
import { riskySignIn } from '../../../../languages/payload/risky-sign-in.ts';
import type { TemplateVariable } from './template-protocol.ts';
import type { SampleEvent } from './sample-event.ts';

const riskySignInSample: SampleEvent = { id: 'risky-sign-in', ...riskySignIn };

/** Values that break templates without escaping: quotes, line breaks, markup, other alphabets, missing values. */
const edgeCaseSample: SampleEvent = {
  id: 'hostile',
  name: 'Edge cases',
  columns: {
    ...riskySignIn.columns,
    user_name: 'Zoë "the admin" O\'Brien\\<script>alert(1)</script>',
    reason: 'line one\nline two\ttab ${not.evaluated} 名前 \u2028',
    app_name: '',
    agent_id: null,
    intel_risk_score: 1234567.891,
  },
};

const repeatedFailures: SampleEvent = {
  id: 'mfa-failures',
  name: 'Repeated MFA failures',
  columns: {
    ...riskySignIn.columns,
    user_name: 'svc-reporting@acme.example',
    reason: '12 failed factors in 5 minutes',
    app_type: 'RADIUS',
    app_name: 'VPN gateway',
    intel_risk_level: 'Medium',
    risk_level: 'Medium',
    intel_risk_score: 54,
  },
};

/** A server event has no risk level: a template that reads it gets a missing value, like on the tenant. */
const withoutRisk = { intel_risk_level: null, intel_risk_score: null, risk_level: null } as const;

const sessionRecording: SampleEvent = {
  id: 'session-recording',
  name: 'Session recording',
  columns: {
    ...riskySignIn.columns,
    ...withoutRisk,
    event_type: 'Analytics.Server.AdaptiveSessionRecording',
    reason: 'Privileged session on a server',
    app_name: 'Bastion',
    app_type: 'SSH',
    device_name: 'srv-db-04',
    device_os: 'Debian 13',
  },
};

export const sampleEvents: readonly [SampleEvent, ...SampleEvent[]] = [
  riskySignInSample,
  repeatedFailures,
  edgeCaseSample,
  sessionRecording,
];

const valueOfType: Readonly<Record<string, string | number | boolean>> = {
  LONG: 7,
  DOUBLE: 7.5,
  BOOLEAN: true,
};

/**
 * The built-in samples: those above, and one for each other event type of the tenant's webhooks; each with a value for every
 * other column of this tenant.
 */
export function builtInSamples(
  variables: readonly TemplateVariable[],
  eventTypes: readonly string[],
): readonly [SampleEvent, ...SampleEvent[]] {
  const known = new Set(sampleEvents.map(typeOf));
  const others = [...new Set(eventTypes)].filter((type) => type !== '' && !known.has(type));
  const [first, ...rest] = sampleEvents;
  const complete = (sample: SampleEvent): SampleEvent => ({
    ...sample,
    columns: { ...valuesOf(variables), ...sample.columns },
  });
  return [complete(first), ...rest.map(complete), ...others.map((type) => complete(sampleOfType(type)))];
}

/** An event of each type with a value in every column, to fill in columns that past events don't report. */
export function fillsOf(
  variables: readonly TemplateVariable[],
  types: readonly string[],
): Readonly<Record<string, SampleEvent['columns']>> {
  const samples = builtInSamples(variables, types);
  return Object.fromEntries(
    types.map((type) => [type, samples.find((sample) => typeOf(sample) === type)?.columns ?? {}]),
  );
}

/** The first sample, with a value for each other column of this tenant. */
export function sampleWith(variables: readonly TemplateVariable[]): SampleEvent {
  return builtInSamples(variables, [])[0];
}

/** The columns of the event itself, without the user-defined variables that a preview also shows. */
export function ownColumns({ columns }: Pick<SampleEvent, 'columns'>): SampleEvent['columns'] {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => isEventColumn(name)));
}

/** Who the event is about; undefined if it doesn't say. */
export function eventUser({ columns }: Pick<SampleEvent, 'columns'>): string | undefined {
  const user = columns['user_name'];
  return typeof user === 'string' && user !== '' ? user.slice(0, 60) : undefined;
}

/** Empty for an event without a type. */
export function typeOf({ columns }: Pick<SampleEvent, 'columns'>): string {
  const type = columns['event_type'];
  return typeof type === 'string' ? type : '';
}

function sampleOfType(type: string): SampleEvent {
  return {
    id: `type:${type}`,
    name: type,
    columns: { ...riskySignIn.columns, ...withoutRisk, event_type: type, reason: null },
  };
}

/** Values of event columns by name, and of user-defined variables by path. */
function valuesOf(variables: readonly TemplateVariable[]): SampleEvent['columns'] {
  const start = 'event.';
  const columns = variables.filter(({ path }) => path.includes('.') && !path.startsWith('system.'));
  return Object.fromEntries(
    columns.map(({ path, type }) => [
      path.startsWith(start) ? path.slice(start.length) : path,
      valueOfType[type] ?? 'text',
    ]),
  );
}
