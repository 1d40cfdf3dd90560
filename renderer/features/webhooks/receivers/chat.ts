import type { Receiver } from './receiver.ts';
import {
  timeFunction,
  lineFunction,
  riskVariable,
  textFunction,
  whenVariable,
} from './template-functions.ts';

/** Escapes these three characters, so that a name can't mention anyone or create a link or element. */
const entitiesFunction = String.raw`<#function entities value longest=500>
  <#local safe = line(value, longest)?replace('&', '&amp;')?replace('<', '&lt;')?replace('>', '&gt;')>
  <#return safe?has_content?then(safe, '–')>
</#function>
`;

export const slack: Receiver = {
  id: 'slack',
  name: 'Slack',
  about: 'A message with header and fields in one channel',
  method: 'POST',
  url: '',
  addressForm: 'https://hooks.slack.com/services/…',
  contentType: 'application/json',
  headers: '',
  requestBody: `${textFunction}${lineFunction}${entitiesFunction}${timeFunction}${riskVariable}${whenVariable}{
  "text": "\${entities(risk)?json_string} risk: \${entities(event.user_name!'')?json_string}",
  "blocks": [
    {
      "type": "header",
      "text": { "type": "plain_text", "text": "\${entities(risk)?json_string} risk", "emoji": false }
    },
    {
      "type": "section",
      "fields": [
        { "type": "mrkdwn", "text": "*User*\\n\${entities(event.user_name!'')?json_string}" },
        { "type": "mrkdwn", "text": "*Reason*\\n\${entities(event.reason!'')?json_string}" },
        { "type": "mrkdwn", "text": "*Application*\\n\${entities(event.app_name!'')?json_string}" },
        { "type": "mrkdwn", "text": "*Address*\\n\${entities(event.client_ip!'')?json_string}" }
      ]
    },
    {
      "type": "context",
      "elements": [{ "type": "mrkdwn", "text": "\${entities(system.domain)?json_string} · <#if when == ''>no time given<#else>\${when?json_string}</#if>" }]
    }
  ]
}
`,
  toFillIn: ['The URL of an incoming webhook of your Slack app.'],
};

/** Cards render some Markdown. */
const teamsFunction = String.raw`<#function markdown value longest=500>
  <#local safe = line(value, longest)?replace('([\\\\*_\\[\\]()${'`'}~#>])', '\\\\$1', 'r')>
  <#return safe?has_content?then(safe, '–')>
</#function>
`;

export const teams: Receiver = {
  id: 'teams',
  name: 'Microsoft Teams',
  about: 'An adaptive card, posted by a workflow',
  method: 'POST',
  url: '',
  addressForm: 'https://….logic.azure.com/workflows/…',
  contentType: 'application/json',
  headers: '',
  requestBody: `${textFunction}${lineFunction}${teamsFunction}${timeFunction}${riskVariable}${whenVariable}{
  "type": "message",
  "attachments": [
    {
      "contentType": "application/vnd.microsoft.card.adaptive",
      "contentUrl": null,
      "content": {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": [
          {
            "type": "TextBlock",
            "text": "\${markdown(risk)?json_string} risk: \${markdown(event.user_name!'')?json_string}",
            "weight": "Bolder",
            "size": "Medium",
            "color": "<#if risk == 'High'>Attention<#elseif risk == 'Medium'>Warning<#else>Default</#if>",
            "wrap": true
          },
          {
            "type": "FactSet",
            "facts": [
              { "title": "Reason", "value": "\${markdown(event.reason!'')?json_string}" },
              { "title": "Application", "value": "\${markdown(event.app_name!'')?json_string}" },
              { "title": "Address", "value": "\${markdown(event.client_ip!'')?json_string}" },
              { "title": "Time", "value": "<#if when == ''>not given<#else>\${when?json_string}</#if>" }
            ]
          }
        ]
      }
    }
  ]
}
`,
  toFillIn: ['The URL of the workflow “When a Teams webhook request is received”.'],
};

export const googleChat: Receiver = {
  id: 'google-chat',
  name: 'Google Chat',
  about: 'A card in one space',
  method: 'POST',
  url: '',
  addressForm: 'https://chat.googleapis.com/v1/spaces/…/messages?key=…&token=…',
  contentType: 'application/json; charset=UTF-8',
  headers: '',
  requestBody: `${textFunction}${lineFunction}${entitiesFunction}${timeFunction}${riskVariable}${whenVariable}{
  "cardsV2": [
    {
      "cardId": "alert",
      "card": {
        "header": {
          "title": "\${entities(risk)?json_string} risk",
          "subtitle": "\${entities(event.user_name!'', 200)?json_string}"
        },
        "sections": [
          {
            "widgets": [
              { "decoratedText": { "topLabel": "Reason", "text": "\${entities(event.reason!'')?json_string}", "wrapText": true } },
              { "decoratedText": { "topLabel": "Application", "text": "\${entities(event.app_name!'')?json_string}", "wrapText": true } },
              { "decoratedText": { "topLabel": "Address", "text": "\${entities(event.client_ip!'')?json_string}", "wrapText": true } },
              { "decoratedText": { "topLabel": "Time", "text": "<#if when == ''>not given<#else>\${when?json_string}</#if>" } }
            ]
          }
        ]
      }
    }
  ]
}
`,
  toFillIn: ['The URL of a webhook of the space, with its key and token.'],
};
