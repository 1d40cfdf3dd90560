import type { ExactNumber } from '../json/exact-number.ts';
import { isExactNumber } from '../json/exact-number.ts';

/** A value of an event column. Null: no value, the column is missing for a template. */
export type ColumnValue = string | number | boolean | null | ExactNumber;

/** Event columns by name. A name with a dot is a variable that the tenant's admins defined: `organization.site`. */
export type Columns<Value = ColumnValue> = Readonly<Record<string, Value>>;

/** Whether a name is a column of the event itself: user-defined variables are prefixed by the path of their node. */
export const isEventColumn = (name: string): boolean => !name.includes('.');

type PlainValue = Exclude<ColumnValue, ExactNumber>;

/** Numbers as in templates: decimals where a double would lose precision. `exact`: makes one from its text. */
export function templateValues<Exact>(
  columns: Columns,
  exact: (text: string) => Exact,
): Columns<PlainValue | Exact> {
  if (arePlain(columns)) return columns;
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      isExactNumber(value) ? exact(value.$number) : value,
    ]),
  );
}

const arePlain = (columns: Columns): columns is Columns<PlainValue> =>
  !Object.values(columns).some(isExactNumber);

/**
 * Variables of a template when the webhook is invoked, without `utils`. Source: platform specification, payload template
 * language. The names of the system are examples.
 */
export function payloadVariables<Value>(columns: Columns<Value>) {
  const values = Object.entries(columns);
  const event = Object.fromEntries(values.filter(([name]) => isEventColumn(name)));
  return {
    ...userVariables(values),
    ...event,
    event,
    system: { domain: 'acme.analytics.example', podscape: 'preview' },
    tenant_id: 'ACME01',
  };
}

/** `organization.site` as a member of `organization`. */
function userVariables<Value>(
  values: readonly (readonly [string, Value])[],
): Readonly<Record<string, Columns<Value>>> {
  const defined = values.filter(([name]) => !isEventColumn(name));
  const nodes = Map.groupBy(defined, ([name]) => name.slice(0, name.indexOf('.')));
  return Object.fromEntries(
    [...nodes].map(([node, members]) => [
      node,
      Object.fromEntries(members.map(([name, value]) => [name.slice(node.length + 1), value])),
    ]),
  );
}

/** Whether a content type is JSON: `application/json`, `application/cloudevents+json`. */
export const isJsonType = (contentType: string): boolean => /\bjson\b/i.test(contentType);
