import { fixed } from './numbers.ts';

export interface Device {
  readonly id: number;
  readonly name: string;
  readonly load: number;
  readonly isOnline: boolean;
  readonly owner: { readonly site: { readonly name: string; readonly floor: number } };
}

const thousandths = fixed(3);
const tenths = fixed(1);

export function deviceLine({ name, load, owner }: Device): string {
  const site = owner.site.name.padEnd(12);
  return `(${site}#${name.padEnd(9)})${thousandths(load / 100)} ${tenths(load / 7)}\n`;
}
