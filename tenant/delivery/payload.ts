import type { AnalyticsEvent } from '../events/analytics-event.ts';

/** What a template sees besides the event. */
export interface PayloadScope {
  readonly tenantId: string;
  /** Value of `${system.domain}`. */
  readonly domain: string;
  /** Value of `${system.podscape}`. */
  readonly podscape: string;
}

export type RenderedPayload =
  { readonly ok: true; readonly body: string } | { readonly ok: false; readonly message: string };

/**
 * Fills a payload template with an event: `event.*`, every column bare as well, `system.domain`,
 * `system.podscape`, `tenant_id` and `utils`. A column without value is missing. A template that fails is a
 * result, not an exception. Source: platform specification, "Payload template language".
 */
export function renderPayload(
  template: string,
  event: Pick<AnalyticsEvent, 'columns'>,
  scope: PayloadScope,
): RenderedPayload {
  const model = {
    ...event.columns,
    event: event.columns,
    system: { domain: scope.domain, podscape: scope.podscape },
    tenant_id: scope.tenantId,
    utils: { $type: 'utils' },
  };
  // Until the template language stands: plain `${name}` and `${a.b}` only.
  return fillPlain(template, model);
}

/** The names under which a sandbox tenant's analytics service knows itself; example hosts only. */
export function payloadScope(tenantId: string): PayloadScope {
  return { tenantId, domain: `${tenantId}.analytics.example`, podscape: 'sandbox' };
}

function fillPlain(template: string, model: Readonly<Record<string, unknown>>): RenderedPayload {
  let missing: string | undefined;
  const body = template.replace(/\$\{([\w.]+)\}/g, (_whole, path: string) => {
    let value: unknown = model;
    for (const key of path.split('.')) {
      value =
        typeof value === 'object' && value !== null
          ? Object.entries(value).find(([name]) => name === key)?.[1]
          : undefined;
    }
    if (value === undefined || value === null) missing ??= path;
    return String(value);
  });
  return missing === undefined ? { ok: true, body } : { ok: false, message: `${missing} has no value.` };
}
