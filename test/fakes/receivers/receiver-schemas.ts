import { z } from 'zod';

/*
 * What the receivers accept, as strictly as documented: lengths, values and formats. Anything else is our
 * mistake, so unknown members are rejected too.
 */

const text = (longest: number) => z.string().min(1).max(longest);
const rfc3339 = z.iso.datetime({ offset: true });

/**
 * Names in it must neither mention anyone nor create a link. Source: Slack, "Formatting text for app
 * surfaces".
 */
const mrkdwn = (longest: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: text(longest).regex(/^(?:[^<>&]|&(?:amp|lt|gt);)*$/) });

/** Source: Slack, Block Kit reference: header, section and context. */
const slack = z.strictObject({
  text: text(4000).regex(/^(?:[^<>&]|&(?:amp|lt|gt);)*$/),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('header'),
          text: z.strictObject({ type: z.literal('plain_text'), text: text(150), emoji: z.boolean() }),
        }),
        z.strictObject({ type: z.literal('section'), fields: z.array(mrkdwn(2000)).min(1).max(10) }),
        z.strictObject({ type: z.literal('context'), elements: z.array(mrkdwn(2000)).min(1).max(10) }),
      ]),
    )
    .min(1)
    .max(50),
});

/** Source: Adaptive Cards 1.4 schema; Microsoft Teams, messages by workflows (28 KB at most). */
const teams = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: z.strictObject({
          $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: z.literal('AdaptiveCard'),
          version: z.literal('1.4'),
          body: z
            .array(
              z.discriminatedUnion('type', [
                z.strictObject({
                  type: z.literal('TextBlock'),
                  text: text(2000),
                  weight: z.enum(['Lighter', 'Default', 'Bolder']),
                  size: z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge']),
                  color: z.enum(['Default', 'Dark', 'Light', 'Accent', 'Good', 'Warning', 'Attention']),
                  wrap: z.boolean(),
                }),
                z.strictObject({
                  type: z.literal('FactSet'),
                  facts: z.array(z.strictObject({ title: text(100), value: text(2000) })).min(1),
                }),
              ]),
            )
            .min(1),
        }),
      }),
    )
    .length(1),
});

/** Source: Google Chat API, Card and DecoratedText. */
const html = (longest: number) => text(longest).regex(/^(?:[^<>&]|&(?:amp|lt|gt);)*$/);
const googleChat = z.strictObject({
  cardsV2: z
    .array(
      z.strictObject({
        cardId: text(64),
        card: z.strictObject({
          header: z.strictObject({ title: html(500), subtitle: html(1500) }),
          sections: z
            .array(
              z.strictObject({
                widgets: z
                  .array(
                    z.strictObject({
                      decoratedText: z.strictObject({
                        topLabel: text(100),
                        text: html(4000),
                        wrapText: z.boolean().optional(),
                      }),
                    }),
                  )
                  .min(1)
                  .max(100),
              }),
            )
            .min(1),
        }),
      }),
    )
    .length(1),
});

/** Source: PagerDuty, Events API v2, "Send an alert event". */
const pagerDuty = z.strictObject({
  routing_key: z.string().length(32),
  event_action: z.enum(['trigger', 'acknowledge', 'resolve']),
  dedup_key: text(255).optional(),
  payload: z.strictObject({
    summary: text(1024),
    source: text(1024),
    severity: z.enum(['critical', 'error', 'warning', 'info']),
    timestamp: rfc3339.optional(),
    class: z.string().max(1024),
    custom_details: z.record(z.string(), z.string()),
  }),
});

/** Lengths of the columns of the incident table. Source: ServiceNow, Table API and task table. */
const serviceNow = z.strictObject({
  short_description: text(160).regex(/^[^\r\n]*$/),
  description: text(4000),
  category: text(40),
  impact: z.enum(['1', '2', '3']),
  urgency: z.enum(['1', '2', '3']),
  correlation_id: z.string().max(100),
  correlation_display: text(100),
});

/** Source: Jira Cloud REST API v3, create issue; Atlassian Document Format: a text node is never empty. */
const jira = z.strictObject({
  fields: z.strictObject({
    project: z.strictObject({ key: text(10) }),
    issuetype: z.strictObject({ name: text(60) }),
    summary: text(255).regex(/^[^\r\n]*$/),
    labels: z.array(text(255).regex(/^\S+$/)),
    description: z.strictObject({
      type: z.literal('doc'),
      version: z.literal(1),
      content: z
        .array(
          z.strictObject({
            type: z.literal('paragraph'),
            content: z.array(z.strictObject({ type: z.literal('text'), text: text(32_767) })).min(1),
          }),
        )
        .min(1),
    }),
  }),
});

/** Source: Splunk, "Format events for HTTP Event Collector": time in seconds since the epoch. */
const splunk = z.strictObject({
  time: z.number().min(0).max(253_402_300_800).optional(),
  host: text(255),
  source: text(255),
  sourcetype: text(255),
  event: z.record(z.string(), z.string()),
});

/** Source: Elastic Common Schema 8.11: event, source, user; a `keyword` of 32,766 bytes at most, an `ip` that is one. */
const keyword = z.string().max(8191);
const elastic = z.strictObject({
  '@timestamp': rfc3339,
  ecs: z.strictObject({ version: z.string().regex(/^\d+\.\d+\.\d+$/) }),
  event: z.strictObject({
    kind: z.enum(['alert', 'event']),
    category: z.array(z.enum(['authentication', 'iam', 'session'])),
    type: z.array(z.enum(['info', 'start', 'end', 'denied', 'allowed'])),
    module: keyword,
    dataset: keyword,
    id: keyword,
    action: keyword,
    reason: keyword,
  }),
  message: z.string(),
  user: z.strictObject({ name: keyword }),
  source: z.strictObject({ ip: z.ipv4().optional(), address: keyword }),
  labels: z.record(z.string(), keyword),
});

/** Source: Datadog, Logs API v2, "Send logs": 1 MB a log; `date` and `status` are reserved attributes. */
const datadog = z
  .array(
    z.strictObject({
      ddsource: text(255),
      ddtags: z.string().regex(/^[\w:,.-]+$/),
      hostname: text(255),
      service: text(100),
      status: z.enum(['emerg', 'alert', 'critical', 'error', 'warn', 'notice', 'info', 'debug']),
      date: rfc3339.optional(),
      message: text(100_000),
      evt: z.strictObject({ id: z.string(), name: z.string() }),
      usr: z.strictObject({ name: z.string() }),
      network: z.strictObject({ client: z.strictObject({ ip: z.string() }) }),
      application: z.string(),
    }),
  )
  .min(1)
  .max(1000);

const eventMembers = z.record(z.string(), z.string());
const genericJson = z.strictObject({
  id: z.string(),
  type: z.string(),
  time: rfc3339.nullable(),
  tenant: text(256),
  source: text(256),
  event: eventMembers,
});

/** Source: CloudEvents 1.0.2, required and optional context attributes; JSON event format. */
const cloudEvents = z.strictObject({
  specversion: z.literal('1.0'),
  id: z.string().min(1),
  source: z.string().regex(/^[\w/.%~-]+$/),
  type: z.string().min(1),
  time: rfc3339.optional(),
  datacontenttype: z.literal('application/json'),
  data: eventMembers,
});

/** By receiver. The Common Event Format isn't JSON: see `readCef`. */
export const receiverSchemas: Readonly<Record<string, z.ZodType>> = {
  slack,
  teams,
  'google-chat': googleChat,
  pagerduty: pagerDuty,
  servicenow: serviceNow,
  jira,
  splunk,
  elastic,
  datadog,
  'generic-json': genericJson,
  cloudevents: cloudEvents,
};
