/** Sample content of the gallery. */

export const template = `<#assign who = event.user_name?json_string>
{
  "channel": "#identity",
  "username": "\${system.domain}",
  "text": "*\${intel_risk_level?upper_case}* \${who}",
  "attachments": [{
    "color": "<#if risk == 'High'>#d64<#else>#ea0</#if>",
    "fields": [
      { "title": "Reason", "value": "\${event.reason}" },
      { "title": "App",    "value": "\${event.app_type?upper_case}" },
      { "title": "When",   "value": "\${utils.date(event_time)}" }
    ],
    "ts": \${event_time}
  }]
}
`;

export const preview = `{
  "channel": "#identity",
  "username": "acme.eu.analytics.example",
  "text": "*HIGH* Zoë O'Brien",
  "attachments": [{
    "color": "#d64545",
    "fields": [
      { "title": "Reason",
        "value": "New country, new device" },
      { "title": "App", "value": "SAML" },
      { "title": "When",
        "value": "Nov 21, 2025 10:42 AM, CET" }
    ],
    "ts": 1763718120000
  }]
}`;

interface SampleWebhook {
  readonly name: string;
  readonly detail: string;
  readonly when: string;
  readonly tone: 'good' | 'bad' | 'off';
  readonly tag?: string;
}

export const webhooks: readonly SampleWebhook[] = [
  {
    name: 'Pager: privileged logins',
    detail: 'SecurityAlert · High · events.pager.example',
    when: '2 d',
    tone: 'good',
  },
  {
    name: 'Slack: risky sign-ins',
    detail: 'SecurityAlert · Medium · hooks.slack.example',
    when: 'now',
    tone: 'good',
    tag: 'draft',
  },
  {
    name: 'Ticket: repeated MFA failures',
    detail: 'SecurityAlert · Medium · acme.service.example',
    when: '4 h',
    tone: 'bad',
  },
  {
    name: 'SIEM: every alert',
    detail: 'SecurityAlert · Low · splunk.corp.example:8088',
    when: '12 d',
    tone: 'good',
  },
  {
    name: 'Teams: session recordings',
    detail: 'AdaptiveSessionRecording · Low · teams.example',
    when: '1 mo',
    tone: 'off',
  },
  {
    name: 'Jira: new device from new country',
    detail: 'SecurityAlert · High · jira.corp.example',
    when: '1 mo',
    tone: 'good',
  },
  { name: 'Audit lake', detail: 'Cloud.Core.Login · Low · ingest.lake.example', when: '3 mo', tone: 'good' },
  { name: 'Legacy collector', detail: 'SecurityAlert · Low · 10.20.4.7:9000', when: '1 y', tone: 'bad' },
];

function deliveryCounts(): number[] {
  let seed = 7;
  return Array.from({ length: 48 }, () => {
    seed = (seed * 16807) % 2147483647;
    return 14 + (seed % 76);
  });
}

const counts = deliveryCounts();
const failing = new Set([17, 31]);

export const deliveries = {
  hours: counts.map(
    (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`,
  ),
  series: [
    {
      name: 'delivered',
      tone: 'accent' as const,
      values: counts.map((count, index) => (failing.has(index) ? 0 : count)),
    },
    {
      name: 'failed',
      tone: 'bad' as const,
      values: counts.map((count, index) => (failing.has(index) ? count : 0)),
    },
  ],
};

export const scriptBefore = `// Payroll
setVersion('2.0');
setIssuer(Issuer);
setSubjectName(UserIdentifier);
setAudience('https://payroll.old-acme.example/saml');
setRecipient(ServiceUrl);

// What Payroll needs to know about the person
setAttribute('Department', LoginUser.Get('department'));
setAttributeArray('Groups', LoginUser.RoleNames);
setSignatureType('Assertion');
setServiceUrl(ServiceUrl);
setHttpDestination(ServiceUrl);
setIdleMinutes(20);
setFormat('persistent');
setLanguage('en');`;

export const scriptAfter = scriptBefore
  .replace('payroll.old-acme.example/saml', 'payroll.acme.example/saml/v2')
  .replace(
    "setAttribute('Department', LoginUser.Get('department'));",
    "const department = LoginUser.Get('department') || 'Unassigned';\nsetAttribute('Department', department);\nsetAttribute('CostCenter', LoginUser.Get('costCenter'));",
  );

export const query = `SELECT WhenOccurred, EventType, NormalizedUser, FromIPAddress, AuthMethod, FailReason
FROM   Event
WHERE  EventType LIKE 'Cloud.%'
  AND  WhenOccurred > :since
  AND  NormalizedUser IN (:users)
ORDER BY WhenOccurred COLLATE NOCASE`;

const people = ['zoe.obrien', 'h.lindqvist', 'svc-reporting', 'm.adeyemi', 'j.moreau'];
const events = [
  { type: 'Cloud.Core.LoginFail', method: 'Password', reason: 'Wrong password' },
  { type: 'Cloud.Core.Login', method: 'Password, OTP', reason: null },
  { type: 'Cloud.Saas.Application.AppLaunch', method: 'FIDO2', reason: null },
  { type: 'Cloud.Core.LoginFail', method: 'Certificate', reason: 'Certificate expired' },
] as const;

export const eventColumns = [
  { key: 'WhenOccurred', title: 'WhenOccurred' },
  { key: 'EventType', title: 'EventType' },
  { key: 'NormalizedUser', title: 'NormalizedUser' },
  { key: 'FromIPAddress', title: 'FromIPAddress', mono: true },
  { key: 'AuthMethod', title: 'AuthMethod' },
  { key: 'FailReason', title: 'FailReason' },
  { key: 'Attempts', title: 'Attempts' },
] as const;

/** The given number of event rows, always the same. */
export function eventRows(count: number): (string | number | null)[][] {
  const start = Date.UTC(2026, 10, 20, 22, 14, 7);
  return Array.from({ length: count }, (_, index) => {
    const event = events[(index * 7) % events.length] ?? events[0];
    return [
      new Date(start + index * 47_000).toISOString().slice(0, 19).replace('T', ' '),
      event.type,
      `${people[(index * 3) % people.length] ?? 'nobody'}@acme.example`,
      `203.0.113.${(index * 13) % 250}`,
      event.method,
      event.reason,
      (index * 17) % 41,
    ];
  });
}
