const named: Readonly<Record<string, string>> = {
  good: 'var(--color-good)',
  warning: 'var(--color-warn)',
  danger: 'var(--color-bad)',
};

/** The color of a bar as CSS; only colors that receivers accept get into a style. */
export function barColor(color: string): string {
  const hex = /^#?([0-9a-f]{3}(?:[0-9a-f]{3})?)$/i.exec(color)?.[1];
  return hex === undefined ? (named[color.toLowerCase()] ?? 'var(--color-line-strong)') : `#${hex}`;
}
