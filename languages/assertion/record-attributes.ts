/** An attribute of a record's `SamlAttributes`: `value` is an expression of scripts, such as `LoginUser.Email`. */
export interface RecordAttribute {
  readonly name: string;
  readonly value: string;
}

/** In either shape that records have: a list, or an object with a list in `Attributes`. What has no name or value is left out. */
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

/** Lines of one attribute: a comment in its expression ends with the first. */
const LINES = 2;

/** A script that sets them; `attributeOfLine` finds the one that an error is of. A list has several values. */
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
