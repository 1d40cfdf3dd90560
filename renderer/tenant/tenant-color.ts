import type { Environment, TenantColor } from '../../contract/tenants/tenants.ts';

/** The tenant's accent line and avatar: light enough to be distinguished, dark enough for white initials. */
const cssColors: Readonly<Record<TenantColor, string>> = {
  teal: 'oklch(58% 0.11 200)',
  blue: 'oklch(56% 0.16 250)',
  violet: 'oklch(54% 0.19 295)',
  pink: 'oklch(58% 0.2 350)',
  red: 'oklch(55% 0.2 25)',
  orange: 'oklch(60% 0.16 50)',
  amber: 'oklch(60% 0.13 75)',
  green: 'oklch(54% 0.14 150)',
  slate: 'oklch(50% 0.03 265)',
};

export function cssColorOf(color: TenantColor): string {
  return cssColors[color];
}

export const environmentNames: Readonly<Record<Environment, string>> = {
  sandbox: 'Sandbox',
  development: 'Development',
  staging: 'Staging',
  production: 'Production',
};
