import { formatBytes } from '../../languages/text/intl.ts';

const names: Readonly<Record<string, string>> = {
  'image/png': 'PNG image',
  'image/jpeg': 'JPEG image',
  'image/gif': 'GIF image',
  'image/webp': 'WebP image',
  'image/svg+xml': 'SVG image',
};

/**
 * The text for an icon where it can't be drawn: its path on the tenant, or type and size of a `data:` URL: `PNG image, 3 KB`.
 */
export function iconLabel(icon: string): string {
  const [, type, data] = /^data:([^;,]*)[^,]*,(.*)$/s.exec(icon) ?? [];
  if (type === undefined || data === undefined) return icon;
  const bytes = /^data:[^,]*;base64,/.test(icon) ? Math.floor((data.length * 3) / 4) : data.length;
  return `${names[type] ?? 'Image'}, ${formatBytes(bytes, 'up')}`;
}
