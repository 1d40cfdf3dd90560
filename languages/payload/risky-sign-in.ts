import type { Columns } from './payload-variables.ts';

/** 2026-11-20 09:42:07 UTC: a fixed time, so that previews don't change while they are shown. */
const sampleTime = 1_795_167_727_000;

/** A security alert as tenants send it: the first sample of the studio, and that of tests without a sample file. */
export const riskySignIn = {
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
} as const satisfies { readonly name: string; readonly columns: Columns };
