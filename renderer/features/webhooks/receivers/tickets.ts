import type { Receiver } from './receiver.ts';
import {
  timeFunction,
  lineFunction,
  riskVariable,
  textFunction,
  whenVariable,
} from './template-functions.ts';

export const pagerDuty: Receiver = {
  id: 'pagerduty',
  name: 'PagerDuty',
  about: 'An Events API alert for each event',
  method: 'POST',
  url: 'https://events.pagerduty.com/v2/enqueue',
  addressForm: 'https://events.pagerduty.com/v2/enqueue',
  contentType: 'application/json',
  headers: '',
  requestBody: `${textFunction}${timeFunction}${riskVariable}${whenVariable}<#assign key = text(event.event_id!'', 255)>
{
  "routing_key": "00000000000000000000000000000000",
  "event_action": "trigger",
  <#if key != ''>"dedup_key": "\${key?json_string}",</#if>
  "payload": {
    "summary": "\${risk?json_string} risk: \${text(event.user_name!'unknown user', 256)?json_string}: \${text(event.reason!'', 512)?json_string}",
    "source": "\${text(system.domain)?json_string}",
    "severity": "<#if risk == 'High'>critical<#elseif risk == 'Medium'>warning<#else>info</#if>",
    <#if when != ''>"timestamp": "\${when?json_string}",</#if>
    "class": "\${text(event.event_type!'')?json_string}",
    "custom_details": {
      "user": "\${text(event.user_name!'')?json_string}",
      "reason": "\${text(event.reason!'')?json_string}",
      "application": "\${text(event.app_name!'')?json_string}",
      "address": "\${text(event.client_ip!'')?json_string}",
      "device": "\${text(event.device_name!'')?json_string}"
    }
  }
}
`,
  toFillIn: [
    'In the template, as routing_key: the integration key (32 characters) of a service with Events API v2.',
  ],
};

export const serviceNow: Receiver = {
  id: 'servicenow',
  name: 'ServiceNow',
  about: 'An incident, through the Table API',
  method: 'POST',
  url: '',
  addressForm: 'https://….service-now.com/api/now/table/incident',
  contentType: 'application/json',
  headers: 'Accept: application/json\nAuthorization: ',
  requestBody: `${textFunction}${lineFunction}${timeFunction}${riskVariable}${whenVariable}{
  "short_description": "\${line(risk, 40)?json_string} risk: \${line(event.user_name!'unknown user', 80)?json_string}",
  "description": "\${text(event.reason!'', 900)?json_string}\\n\\nUser: \${text(event.user_name!'', 900)?json_string}\\nApplication: \${text(event.app_name!'', 900)?json_string}\\nAddress: \${text(event.client_ip!'', 900)?json_string}\\nTime: \${when?json_string}",
  "category": "security",
  "impact": "<#if risk == 'High'>2<#else>3</#if>",
  "urgency": "<#if risk == 'High'>1<#elseif risk == 'Medium'>2<#else>3</#if>",
  "correlation_id": "\${text(event.event_id!'', 100)?json_string}",
  "correlation_display": "Identity analytics"
}
`,
  toFillIn: [
    'The host of your instance.',
    'As header Authorization: the word Basic and the credentials of an integration user who can write incidents.',
  ],
};

export const jira: Receiver = {
  id: 'jira',
  name: 'Jira',
  about: 'A task in one project, through the Jira Cloud REST API',
  method: 'POST',
  url: '',
  addressForm: 'https://….atlassian.net/rest/api/3/issue',
  contentType: 'application/json',
  headers: 'Accept: application/json\nAuthorization: ',
  requestBody: `${textFunction}${lineFunction}${timeFunction}${whenVariable}<#macro paragraph label value>
{ "type": "paragraph", "content": [{ "type": "text", "text": "\${label?json_string}: \${text(value)?json_string}" }] }</#macro>
{
  "fields": {
    "project": { "key": "SEC" },
    "issuetype": { "name": "Task" },
    "summary": "\${line((intel_risk_level!event.intel_risk_level)!'Unknown', 40)?json_string} risk: \${line(event.user_name!'unknown user', 100)?json_string}",
    "labels": ["identity"],
    "description": {
      "type": "doc",
      "version": 1,
      "content": [
        <@paragraph 'User' event.user_name!'' />,
        <@paragraph 'Reason' event.reason!'' />,
        <@paragraph 'Application' event.app_name!'' />,
        <@paragraph 'Address' event.client_ip!'' />,
        <@paragraph 'Time' when />
      ]
    }
  }
}
`,
  toFillIn: [
    'The host of your site.',
    'In the template: the project key, and one of its issue types.',
    'As header Authorization: the word Basic and the credentials (email and API token of an account).',
  ],
};
