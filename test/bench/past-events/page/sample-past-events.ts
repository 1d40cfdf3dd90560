import type { PastEvents } from '../../../../contract/webhooks/samples.ts';

/** A typical payload: fifteen lines, with a macro variable, a condition, escapes and a time. */
export const template = `<#assign who = event.user_name?json_string>
{
  "channel": "#identity",
  "username": "\${system.domain?json_string}",
  "text": "*\${event.event_type?upper_case?json_string}* \${who}",
  "attachments": [{
    "color": "<#if event.country == 'Norway'>#d64545<#else>#e0a000</#if>",
    "fields": [
      { "title": "Reason", "value": "\${event.reason?json_string}" },
      { "title": "App", "value": "\${event.app_type?cap_first?json_string}" },
      { "title": "When", "value": "\${utils.number_to_datetime_timezone(event_time, 'Europe/Berlin')?json_string}" }
    ],
    "ts": \${event_time?c}
  }]
}`;

const columns = [
  'event_id',
  'event_type',
  'event_time',
  'user_name',
  'user_id',
  'reason',
  'client_ip',
  'country',
  'auth_method',
  'device_os',
  'session_id',
] as const;

/** Events as the Event table returns them, each with different values. */
export function samplePastEvents(count: number): PastEvents {
  const type = 'Cloud.Core.Login';
  const countries = ['Norway', 'Germany', 'Japan'];
  const events = Array.from({ length: count }, (_, index) => {
    const at = 1_795_167_727_000 - index * 60_000;
    const values = [
      String(index),
      type,
      at,
      `person.${index % 997}@acme.example`,
      `c2c7bcc6-9560-44e0-8dff-${String(index).padStart(12, '0')}`,
      `Zoë "${index}" signed in\nfrom a new device.`,
      `203.0.113.${index % 254}`,
      countries[index % countries.length] ?? null,
      'Password',
      'Windows 11',
      `s-${index}`,
    ];
    return { id: String(index), type, at, riskLevel: null, isWhole: false, values };
  });
  return { days: 7, columns: [...columns], knownColumns: [...columns], events, total: count, cutValues: 0 };
}
