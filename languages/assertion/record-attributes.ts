/** An attribute in a record's `SamlAttributes`: `value` is a script expression such as `LoginUser.Email`. */
export interface RecordAttribute {
  readonly name: string;
  readonly value: string;
}

/**
 * Accepts both shapes found in records: a list, or an object with a list in `Attributes`. Entries without a
 * name or value are skipped.
 */
export function recordAttributes(member: unknown): readonly RecordAttribute[] {
  const list: unknown = Array.isArray(member) ? member : memberOf(member, 'Attributes');
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    const [name, value] = [memberOf(item, 'Name'), memberOf(item, 'Value')];
    return typeof name === 'string' && typeof value === 'string' && name.trim() !== '' && value.trim() !== ''
      ? [{ name, value }]
      : [];
  });
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Lines per attribute: the newline ends a comment in its expression. */
const LINES = 2;

/**
 * A script that sets the attributes; `attributeOfLine` finds the attribute for an error. A list has several
 * values.
 */
export function scriptOfAttributes(attributes: readonly RecordAttribute[]): string {
  return attributes
    .map(({ name, value }) => {
      const quoted = JSON.stringify(name);
      const expression = value.replace(/[\r\n\u2028\u2029]+/g, ' ');
      return `(function (value) { if (Array.isArray(value)) setAttributeArray(${quoted}, value); else setAttribute(${quoted}, value); })(${expression}\n);`;
    })
    .join('\n');
}

export const attributeOfLine = (
  attributes: readonly RecordAttribute[],
  line: number,
): RecordAttribute | undefined => attributes[Math.ceil(line / LINES) - 1];
