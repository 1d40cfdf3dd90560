import { isPlaceholder } from '../../../contract/values/placeholder.ts';
import { mapMarkedPieces } from '../../platform/secrets/secret-address.ts';
import { mapHeaderValues } from './header-text.ts';

/** The members of a webhook that may contain a credential. */
export interface Guarded {
  readonly url: string;
  readonly headers: string;
}

export type Use = 'header' | 'address';

/** They differ for the same value in a header and in a URL: a revealable one never replaces the other. */
export const nameOf = (use: Use, mark: string): string => (use === 'header' ? mark : `address ${mark}`);

/** Every placeholder with its location. */
export function marksIn({ url, headers }: Guarded) {
  const found: {
    readonly use: Use;
    readonly mark: string;
    readonly label: string;
    /** Name of the header; empty for a URL and for a line without a name. */
    readonly header: string;
  }[] = [];
  mapMarkedPieces(url, (mark) => {
    if (isPlaceholder(mark))
      found.push({ use: 'address', mark, label: 'The secret part of the URL', header: '' });
    return mark;
  });
  mapHeaderValues(headers, (name, mark) => {
    if (isPlaceholder(mark))
      found.push({
        use: 'header',
        mark,
        label: name === '' ? 'A header line' : `“${name}”`,
        header: name,
      });
    return mark;
  });
  return found;
}

/** The credentials behind the placeholders of a webhook: `id` identifies a value within a tenant, `name` is shown. */
export function credentialsIn(guarded: Guarded): { readonly id: string; readonly name: string }[] {
  return marksIn(guarded).map(({ use, mark, header }) => ({
    id: nameOf(use, mark),
    name: use === 'address' ? 'Part of the URL' : header === '' ? 'Header line without a name' : header,
  }));
}
