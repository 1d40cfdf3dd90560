import type { Receiver } from './receiver.ts';
import { timeFunction, riskVariable, textFunction, whenVariable } from './template-functions.ts';

/** Event members that are useful to most receivers. */
const eventMembers = `"risk": "\${risk?json_string}",
    "user": "\${text(event.user_name!'')?json_string}",
    "reason": "\${text(event.reason!'')?json_string}",
    "application": "\${text(event.app_name!'')?json_string}",
    "applicationType": "\${text(event.app_type!'')?json_string}",
    "address": "\${text(event.client_ip!'')?json_string}",
    "device": "\${text(event.device_name!'')?json_string}",
    "result": "\${text(event.result!'')?json_string}"`;

export const genericJson: Receiver = {
  id: 'generic-json',
  name: 'JSON',
  about: 'The event as plain JSON, for your own service',
  method: 'POST',
  url: '',
  addressForm: 'https://…',
  contentType: 'application/json',
  headers: '',
  requestBody: `${textFunction}${timeFunction}${riskVariable}${whenVariable}{
  "id": "\${text(event.event_id!'')?json_string}",
  "type": "\${text(event.event_type!'')?json_string}",
  "time": <#if when == ''>null<#else>"\${when?json_string}"</#if>,
  "tenant": "\${text(tenant_id)?json_string}",
  "source": "\${text(system.domain)?json_string}",
  "event": {
    ${eventMembers}
  }
}
`,
  toFillIn: ['The URL of your service.'],
};

export const cloudEvents: Receiver = {
  id: 'cloudevents',
  name: 'CloudEvents 1.0',
  about: 'The event in the CloudEvents envelope, for event routers and functions',
  method: 'POST',
  url: '',
  addressForm: 'https://…',
  contentType: 'application/cloudevents+json; charset=utf-8',
  headers: '',
  requestBody: `${textFunction}${timeFunction}${riskVariable}${whenVariable}<#assign id = text(event.event_id!'')>
{
  "specversion": "1.0",
  "id": "<#if id == ''>\${.now?long?c}<#else>\${id?json_string}</#if>",
  "source": "/tenants/\${tenant_id?url}/analytics",
  "type": "identity.analytics.alert",
  <#if when != ''>"time": "\${when?json_string}",</#if>
  "datacontenttype": "application/json",
  "data": {
    ${eventMembers}
  }
}
`,
  toFillIn: ['The URL of the router or function, and any header it requires.'],
};
