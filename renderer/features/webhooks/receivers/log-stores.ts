import type { Receiver } from './receiver.ts';
import {
  timeFunction,
  lineFunction,
  riskVariable,
  textFunction,
  whenVariable,
} from './template-functions.ts';

/** A member that must be an IP address is omitted if it isn't one: the receiver would reject the whole document. */
const ipv4Variable = String.raw`<#assign ipv4 = '((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(?!$)|$)){4}'>
`;

export const splunk: Receiver = {
  id: 'splunk',
  name: 'Splunk HTTP Event Collector',
  about: 'An event with time, source and source type',
  method: 'POST',
  url: '',
  addressForm: 'https://…:8088/services/collector/event',
  contentType: 'application/json',
  headers: 'Authorization: ',
  requestBody: `${textFunction}${timeFunction}${riskVariable}${whenVariable}{
  <#if when != ''>"time": \${((event_time!event.event_time) / 1000)?c},</#if>
  "host": "\${text(system.domain)?json_string}",
  "source": "identity-analytics",
  "sourcetype": "identity:alert",
  "event": {
    "id": "\${text(event.event_id!'')?json_string}",
    "type": "\${text(event.event_type!'')?json_string}",
    "tenant": "\${text(tenant_id)?json_string}",
    "risk": "\${risk?json_string}",
    "user": "\${text(event.user_name!'')?json_string}",
    "reason": "\${text(event.reason!'')?json_string}",
    "app": "\${text(event.app_name!'')?json_string}",
    "src": "\${text(event.client_ip!'')?json_string}",
    "device": "\${text(event.device_name!'')?json_string}",
    "result": "\${text(event.result!'')?json_string}"
  }
}
`,
  toFillIn: [
    'The host of the collector.',
    'As header Authorization: the word Splunk and the token of an HTTP Event Collector input.',
  ],
};

export const elastic: Receiver = {
  id: 'elastic',
  name: 'Elastic',
  about: 'A document with Elastic Common Schema fields',
  method: 'POST',
  url: '',
  addressForm: 'https://…/logs-identity.alerts-default/_doc',
  contentType: 'application/json',
  headers: 'Authorization: ',
  requestBody: `${textFunction}${timeFunction}${riskVariable}${whenVariable}${ipv4Variable}<#assign address = text(event.client_ip!'', 45)>
{
  "@timestamp": "<#if when == ''>\${.now?iso_utc_ms}<#else>\${when?json_string}</#if>",
  "ecs": { "version": "8.11.0" },
  "event": {
    "kind": "alert",
    "category": ["authentication"],
    "type": ["info"],
    "module": "identity",
    "dataset": "identity.alerts",
    "id": "\${text(event.event_id!'')?json_string}",
    "action": "\${text(event.event_type!'')?json_string}",
    "reason": "\${text(event.reason!'')?json_string}"
  },
  "message": "\${risk?json_string} risk: \${text(event.user_name!'')?json_string}: \${text(event.reason!'')?json_string}",
  "user": { "name": "\${text(event.user_name!'')?json_string}" },
  "source": {
    <#if address?matches(ipv4)>"ip": "\${address?json_string}",</#if>
    "address": "\${address?json_string}"
  },
  "labels": {
    "risk": "\${risk?json_string}",
    "application": "\${text(event.app_name!'')?json_string}",
    "tenant": "\${text(tenant_id)?json_string}"
  }
}
`,
  toFillIn: [
    'The host of Elasticsearch, and the data stream or index if different.',
    'As header Authorization: the word ApiKey and an encoded key that may create documents there.',
  ],
};

export const datadog: Receiver = {
  id: 'datadog',
  name: 'Datadog',
  about: 'A log with the event as attributes',
  method: 'POST',
  url: 'https://http-intake.logs.datadoghq.com/api/v2/logs',
  addressForm: 'https://http-intake.logs.datadoghq.com/api/v2/logs',
  contentType: 'application/json',
  headers: 'DD-API-KEY: ',
  requestBody: `${textFunction}${timeFunction}${riskVariable}${whenVariable}[
  {
    "ddsource": "identity-analytics",
    "ddtags": "team:identity",
    "hostname": "\${text(system.domain)?json_string}",
    "service": "identity",
    "status": "<#if risk == 'High'>error<#elseif risk == 'Medium'>warn<#else>info</#if>",
    <#if when != ''>"date": "\${when?json_string}",</#if>
    "message": "\${risk?json_string} risk: \${text(event.user_name!'')?json_string}: \${text(event.reason!'')?json_string}",
    "evt": { "id": "\${text(event.event_id!'')?json_string}", "name": "\${text(event.event_type!'')?json_string}" },
    "usr": { "name": "\${text(event.user_name!'')?json_string}" },
    "network": { "client": { "ip": "\${text(event.client_ip!'')?json_string}" } },
    "application": "\${text(event.app_name!'')?json_string}"
  }
]
`,
  toFillIn: ['The host of your Datadog site, if different.', 'As header DD-API-KEY: an API key.'],
};

/** Escapes pipe and backslash in the header, equals sign and backslash in the extension; line breaks are removed. */
const cefFunctions = String.raw`<#function header value longest=512>
  <#return line(value, longest)?replace('\\', '\\\\')?replace('|', '\\|')>
</#function>
<#function extension value longest=1000>
  <#return line(value, longest)?replace('\\', '\\\\')?replace('=', '\\=')>
</#function>
`;

export const cef: Receiver = {
  id: 'cef',
  name: 'Common Event Format',
  about: 'One line of CEF, for a syslog collector with an HTTP input',
  method: 'POST',
  url: '',
  addressForm: 'https://…/cef',
  contentType: 'text/plain; charset=utf-8',
  headers: '',
  requestBody: `<#compress>
${textFunction}${lineFunction}${cefFunctions}${timeFunction}${whenVariable}${ipv4Variable}<#assign risk = line((intel_risk_level!event.intel_risk_level)!'Unknown', 64)><#assign address = extension(event.client_ip!'', 45)>
</#compress>CEF:0|Identity|Analytics|1.0|\${header(event.event_type!'alert', 100)}|\${header(event.reason!'Alert')}|<#if risk == 'High'>8<#elseif risk == 'Medium'>5<#else>3</#if>|<#if when != ''>rt=\${(event_time!event.event_time)?c} </#if>suser=\${extension(event.user_name!'')} <#if address?matches(ipv4)>src=\${address} <#elseif address != ''>cs2Label=address cs2=\${address} </#if>shost=\${extension(event.device_name!'', 255)} requestClientApplication=\${extension(event.app_name!'')} externalId=\${extension(event.event_id!'', 40)} cs1Label=risk cs1=\${extension(risk)}
`,
  toFillIn: ['The URL of the collector, and any header it requires.'],
};
