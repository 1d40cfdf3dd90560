import { compile, exactNumber, TemplateError, utilsVariable, type Limits } from '@tenant-desk/freemarker';
import type { AnalyticsEvent } from '../events/analytics-event.ts';
import { createRecentlyUsed } from '../store/recently-used.ts';
import { templateValues } from '../../languages/payload/payload-variables.ts';

/** What a template sees besides the event. */
interface PayloadScope {
  readonly tenantId: string;
  /** Value of `${system.domain}`. */
  readonly domain: string;
  /** Value of `${system.podscape}`. */
  readonly podscape: string;
  /** Variables defined by admins, by node. */
  readonly variables: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>;
}

type RenderedPayload =
  | { readonly ok: true; readonly body: string }
  | {
      readonly ok: false;
      readonly message: string;
      /** True if the template only timed out, which a retry may not. */
      readonly mayRetry: boolean;
    };

/** Rendering blocks the tenant, so a payload is limited to a tenth of what the language allows. */
const LIMITS: Partial<Limits> = { milliseconds: 1_000, outputLength: 1_000_000, stringLength: 1_000_000 };

const UTILS = utilsVariable();

type CompiledPayload = ReturnType<typeof compile>;

/** Total characters of cached compiled templates. A rule sends the same template repeatedly. */
const CACHED_CHARACTERS = 400_000;
const compiled = createRecentlyUsed<CompiledPayload>(CACHED_CHARACTERS);

/**
 * Renders a payload template for an event: `event.*`, every column at top level as well, `system.domain`,
 * `system.podscape`, `tenant_id` and `utils`. A column without a value is missing. A failing template is a
 * result, not an exception. Source: platform specification, "Payload template language".
 */
export function renderPayload(
  template: string,
  event: Pick<AnalyticsEvent, 'columns'>,
  scope: PayloadScope,
): RenderedPayload {
  const columns = templateValues(event.columns, exactNumber);
  const model = {
    ...scope.variables,
    ...columns,
    event: columns,
    system: { domain: scope.domain, podscape: scope.podscape },
    tenant_id: scope.tenantId,
    utils: UTILS,
  };
  try {
    return { ok: true, body: compiledPayload(template)(model) };
  } catch (error) {
    const isLate = error instanceof TemplateError && error.code === 'limit-time';
    return { ok: false, message: describe(error), mayRetry: isLate };
  }
}

function compiledPayload(template: string): CompiledPayload {
  const known = compiled.get(template);
  if (known !== undefined) return known;
  const made = compile(template, { name: 'request_body', limits: LIMITS });
  compiled.set(template, made, template.length);
  return made;
}

function describe(error: unknown): string {
  if (error instanceof TemplateError) {
    const place = error.line === 0 ? '' : ` Line ${error.line}, column ${error.column}:`;
    return `Couldn't render the payload.${place} ${error.message}`;
  }
  // An internal error of the engine must not block the queue of a rule forever.
  return `Couldn't render the payload. ${error instanceof Error ? error.message : String(error)}`;
}

/** Host names of a sandbox tenant's analytics service; example hosts only. */
export function payloadScope(tenantId: string, variables: PayloadScope['variables'] = {}): PayloadScope {
  return { tenantId, domain: `${tenantId}.analytics.example`, podscape: 'sandbox', variables };
}
