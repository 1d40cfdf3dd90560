import { formatBytes } from '../../languages/text/intl.ts';

const names: Readonly<Record<string, string>> = {
  'image/png': 'PNG image',
  'image/jpeg': 'JPEG image',
  'image/gif': 'GIF image',
  'image/webp': 'WebP image',
  'image/svg+xml': 'SVG image',
};

/**
 * What an icon is called where it cannot be drawn: the address on the tenant, and of an image that is its own address its type
 * and size: `PNG image, 3 KB`.
 */
export function iconLabel(icon: string): string {
  const [, type, data] = /^data:([^;,]*)[^,]*,(.*)$/s.exec(icon) ?? [];
  if (type === undefined || data === undefined) return icon;
  const bytes = /^data:[^,]*;base64,/.test(icon) ? Math.floor((data.length * 3) / 4) : data.length;
  return `${names[type] ?? 'Image'}, ${formatBytes(bytes, 'up')}`;
}
