/** A web service with secret URLs that grant access. */
interface Receiver {
  /** Pattern of its host, in lower case and without the port. */
  readonly host: RegExp;
  /** Common path segments of its URLs, which aren't secret. */
  readonly shown: readonly string[];
}

const receiver = (host: RegExp, ...shown: string[]): Receiver => ({ host, shown });

/**
 * Receivers with secret URLs. For other services, only path segments that look like keys are hidden; for these, everything except
 * the common segments is. Sources: the documentation of each, as of 2026.
 */
const receivers: readonly Receiver[] = [
  receiver(/^hooks\.slack(-gov)?\.com$/, 'services', 'workflows', 'triggers'),
  receiver(/^((canary|ptb)\.)?discord(app)?\.com$/, 'api', 'v8', 'v9', 'v10', 'webhooks'),
  receiver(/(^|\.)webhook\.office\.com$/, 'webhook', 'webhookb2'),
  receiver(/^outlook\.office(365)?\.com$/, 'webhook'),
  receiver(/(^|\.)logic\.azure\.(com|us|cn)$/, 'workflows'),
  receiver(/(^|\.)api\.powerplatform\.com$/, 'powerautomate', 'automations', 'direct', 'workflows'),
  receiver(/(^|\.)azurewebsites\.net$/, 'api', 'webhooks', 'runtime'),
  receiver(/^hooks\.zapier\.com$/, 'hooks', 'catch', 'standard'),
  receiver(/^hook\.([a-z0-9]+\.)*(make|integromat)\.com$/),
  receiver(/^events\.(eu\.)?pagerduty\.com$/, 'v2', 'enqueue', 'generic', 'x-ere', 'integration'),
  receiver(
    /(^|\.)(datadoghq\.(com|eu)|ddog-gov\.com)$/,
    ...['api', 'v1', 'v2', 'logs', 'events', 'input', 'series', 'webhook'],
  ),
  receiver(/(^|\.)splunkcloud\.com$/, 'services', 'collector', 'event', 'raw'),
  receiver(/^alert\.victorops\.com$/, 'integrations', 'generic'),
  receiver(/^api\.(eu\.)?opsgenie\.com$/, 'v1', 'v2', 'json', 'alerts'),
  receiver(/^maker\.ifttt\.com$/, 'trigger'),
  receiver(/(^|\.)pipedream\.net$/),
  receiver(/^api\.telegram\.org$/),
  receiver(/^chat\.googleapis\.com$/, 'v1', 'spaces'),
  receiver(/^(webexapis|api\.ciscospark)\.com$/, 'v1', 'webhooks', 'incoming'),
  receiver(/(^|\.)sumologic\.com$/, 'receiver', 'v1', 'http'),
  receiver(/(^|\.)loggly\.com$/, 'inputs', 'bulk'),
  receiver(/(^|\.)tines\.(com|io)$/, 'webhook'),
  receiver(/(^|\.)workato\.com$/, 'webhooks', 'rest'),
  receiver(/^automation\.atlassian\.com$/, 'pro', 'hooks'),
  receiver(/(^|\.)(n8n\.cloud|activepieces\.com)$/, 'webhook', 'webhook-test', 'api', 'v1', 'webhooks'),
  receiver(/^open\.(feishu\.cn|larksuite\.com)$/, 'open-apis', 'bot', 'v2', 'hook'),
  receiver(/^(oapi\.dingtalk\.com|qyapi\.weixin\.qq\.com)$/, 'robot', 'send', 'cgi-bin', 'webhook'),
  receiver(/^(webhook\.site|requestbin\.com)$/),
  receiver(/(^|\.)(betterstack|betteruptime|uptime)\.com$/, 'api', 'v1', 'v2'),
  receiver(/(^|\.)squadcast\.com$/, 'v1', 'v2', 'incidents', 'api'),
  receiver(/(^|\.)(rootly|incident|firehydrant)\.(com|io)$/, 'api', 'v1', 'v2', 'webhooks', 'alert_events'),
  receiver(/(^|\.)zoom\.us$/, 'chat', 'webhooks', 'incomingwebhook'),
];

/** The receiver of a host; undefined if unknown. Ignores a trailing dot. */
export function knownReceiver(host: string): Pick<Receiver, 'shown'> | undefined {
  const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  return receivers.find((each) => each.host.test(name));
}
