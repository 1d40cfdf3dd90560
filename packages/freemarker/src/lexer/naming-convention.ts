export type NamingConvention = 'auto_detect' | 'legacy' | 'camel_case';

/** Which convention a name of the language shows: an underscore or a capital decides, whichever comes first. */
export function conventionOf(name: string): NamingConvention {
  for (let i = 0; i < name.length; i++) {
    const c = name.charCodeAt(i);
    if (c === 95) return 'legacy';
    if (c >= 65 && c <= 90) return 'camel_case';
  }
  return 'auto_detect';
}

/** `isoUtcMsNZ` → `iso_utc_ms_nz`, as settings and built-ins are called here. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/(FZ|NZ)$/, (suffix) => `_${suffix.toLowerCase()}`)
    .replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/** `json_string` → `jsonString`; the time zone suffixes of `iso_…` become capitals (`iso_utc_nz` → `isoUtcNZ`). */
export function toCamelCase(name: string): string {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return name.startsWith('iso_') ? camel.replace(/(Fz|Nz)$/, (suffix) => suffix.toUpperCase()) : camel;
}
