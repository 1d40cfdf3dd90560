import { isPlaceholder } from '../../../contract/values/placeholder.ts';
import { mapMarkedPieces } from '../../platform/secrets/secret-address.ts';
import { mapHeaderValues } from './header-text.ts';

/** What of a webhook may hold a credential. */
export interface Guarded {
  readonly url: string;
  readonly headers: string;
}

export type Use = 'header' | 'address';

/** Of the same value in a header and in an address they differ: one that may be revealed never stands for the other. */
export const nameOf = (use: Use, mark: string): string => (use === 'header' ? mark : `address ${mark}`);

/** Every placeholder with what it stands in. */
export function marksIn({ url, headers }: Guarded) {
  const found: {
    readonly use: Use;
    readonly mark: string;
    readonly label: string;
    /** Name of the header; empty for an address and for a line without a name. */
    readonly header: string;
  }[] = [];
  mapMarkedPieces(url, (mark) => {
    if (isPlaceholder(mark))
      found.push({ use: 'address', mark, label: 'The secret part of the address', header: '' });
    return mark;
  });
  mapHeaderValues(headers, (name, mark) => {
    if (isPlaceholder(mark))
      found.push({
        use: 'header',
        mark,
        label: name === '' ? 'A line of the headers' : `“${name}”`,
        header: name,
      });
    return mark;
  });
  return found;
}

/** The credentials behind the placeholders of a webhook: `id` tells two values of a tenant apart, `name` is for people. */
export function credentialsIn(guarded: Guarded): { readonly id: string; readonly name: string }[] {
  return marksIn(guarded).map(({ use, mark, header }) => ({
    id: nameOf(use, mark),
    name: use === 'address' ? 'Part of the URL' : header === '' ? 'Header line without a name' : header,
  }));
}
