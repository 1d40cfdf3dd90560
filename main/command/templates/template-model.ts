import type { Value } from '@tenant-desk/freemarker';
import { exactNumber, utilsVariable } from '@tenant-desk/freemarker';
import type { ColumnValue } from '../../../contract/webhooks/samples.ts';
import { isExactNumber } from '../../../languages/json/exact-number.ts';

/** Event columns by name. A name with a dot is a variable that the tenant's admins defined: `organization.site`. */
export type EventColumns = Readonly<Record<string, ColumnValue>>;

/** Numbers as in templates: decimals where a double would lose precision. */
export const templateValues = (columns: EventColumns): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      isExactNumber(value) ? exactNumber(value.$number) : value,
    ]),
  );

/** Variables of a template when the webhook is invoked. Source: platform specification, payload template language. */
export function templateModel(columns: Readonly<Record<string, Value>>): Readonly<Record<string, unknown>> {
  const event = Object.fromEntries(Object.entries(columns).filter(([name]) => !name.includes('.')));
  const nodes: Record<string, Record<string, Value>> = {};
  for (const [name, value] of Object.entries(columns)) {
    const [node = '', ...members] = name.split('.');
    if (members.length > 0) (nodes[node] ??= {})[members.join('.')] = value;
  }
  return {
    ...nodes,
    ...event,
    event,
    system: { domain: 'acme.analytics.example', podscape: 'preview' },
    tenant_id: 'ACME01',
    utils: utilsVariable(),
  };
}
