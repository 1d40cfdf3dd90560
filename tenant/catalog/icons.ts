import { escapeHtml } from '../../languages/text/escape-html.ts';

/**
 * Draws the icon of an application or a user: a monogram on two colors derived from the name, with one of six
 * shapes. The same name always gives the same icon.
 */
export function drawIcon(name: string): string {
  const seed = hash(name);
  const hue = seed % 360;
  const second = (hue + 30 + ((seed >>> 9) % 60)) % 360;
  const shape = SHAPES[(seed >>> 17) % SHAPES.length] ?? '';
  const size = monogram(name).length > 1 ? 25 : 31;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img"><title>${escapeHtml(name)}</title><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue} 58% 52%)"/><stop offset="1" stop-color="hsl(${second} 62% 38%)"/></linearGradient><clipPath id="c"><rect width="64" height="64" rx="14"/></clipPath></defs><g clip-path="url(#c)"><rect width="64" height="64" fill="url(#g)"/><g fill="#fff" opacity=".13">${shape}</g></g><text x="32" y="33" fill="#fff" font-family="system-ui,sans-serif" font-size="${size}" font-weight="650" text-anchor="middle" dominant-baseline="central">${escapeHtml(monogram(name))}</text></svg>`;
}

const SHAPES = [
  '<circle cx="54" cy="8" r="26"/>',
  '<path d="M0 64 64 20v44z"/>',
  '<rect x="34" y="-12" width="40" height="40" rx="8" transform="rotate(24 54 8)"/>',
  '<path d="M0 0h64L0 46z"/>',
  '<circle cx="10" cy="58" r="24"/><circle cx="58" cy="6" r="12"/>',
  '<path d="M0 40q16-14 32 0t32 0v24H0z"/>',
] as const;

/** One or two letters: the initials of two words, or the first letter and the next capital of one. */
function monogram(name: string): string {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
  const [first = '?', second] = parts;
  const capital = first.slice(1).match(/\p{Lu}/u)?.[0];
  return `${first[0] ?? '?'}${second?.[0] ?? capital ?? ''}`.toUpperCase();
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
