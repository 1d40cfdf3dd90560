import type { SampleEvent, TemplateVariable } from './template-protocol.ts';

/** 2026-11-20 09:42:07 UTC, so that previews do not change while one looks at them. */
const sampleTime = 1_795_167_727_000;

const riskySignIn: SampleEvent = {
  id: 'risky-sign-in',
  name: 'Risky sign-in',
  columns: {
    event_id: 'evt-5f2c81',
    event_type: 'SecurityAlert',
    event_time: sampleTime,
    intel_risk_level: 'High',
    intel_risk_score: 87,
    risk_level: 'High',
    user_name: "zoe.o'brien@acme.example",
    user_id: 'c2c7bcc6-9560-44e0-8dff-5be221cd37ee',
    display_name: "Zoe O'Brien",
    reason: 'New country, new device',
    app_type: 'SAML',
    app_name: 'Payroll',
    agent_id: 'agent-17',
    client_ip: '203.0.113.41',
    country: 'Norway',
    city: 'Oslo',
    latitude: 59.91,
    longitude: 10.75,
    device_name: 'LT-2207',
    device_os: 'Windows',
    browser: 'Firefox',
    auth_method: 'Password',
    factors: 'Password, OTP',
    failed_attempts: 3,
    is_new_device: true,
    is_new_location: true,
    session_id: 's-91b3',
    result: 'Success',
  },
};

/** Values that break templates which do not escape: quotes, line breaks, markup, other alphabets, nothing at all. */
const hostile: SampleEvent = {
  id: 'hostile',
  name: 'Hostile values',
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

export const sampleEvents: readonly [SampleEvent, ...SampleEvent[]] = [
  riskySignIn,
  repeatedFailures,
  hostile,
];

const valueOfType: Readonly<Record<string, string | number | boolean>> = {
  LONG: 7,
  DOUBLE: 7.5,
  BOOLEAN: true,
};

/** The first of them, with a value for each column that this tenant has besides. */
export function sampleWith(variables: readonly TemplateVariable[]): SampleEvent {
  const [sample] = sampleEvents;
  const others = variables.flatMap(({ path, type }) =>
    path.startsWith('event.') ? [[path.slice('event.'.length), valueOfType[type] ?? 'text'] as const] : [],
  );
  return { ...sample, columns: { ...Object.fromEntries(others), ...sample.columns } };
}
