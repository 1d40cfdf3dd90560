import { hiddenMark, isPlaceholder } from '../../../../contract/values/placeholder.ts';

/** True for what stands in the place of a secret that is set. */
export const isHiddenSecret = (value: string): boolean => value === hiddenMark || isPlaceholder(value);

/** 256 bits from the browser's generator, in letters that need no escaping anywhere (RFC 4648 section 5). */
export function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
