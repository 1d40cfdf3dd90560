/**
 * An XML Schema instant in milliseconds since the epoch, UTC without a zone (Core, section 1.3.3); NaN for
 * other text.
 */
export function parseInstant(text: string): number {
  const [, instant, zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  return instant === undefined ? Number.NaN : Date.parse(`${instant}${zone ?? 'Z'}`);
}
