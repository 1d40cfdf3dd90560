import { hiddenMark, isPlaceholder } from '../../../../contract/values/placeholder.ts';

/** True for the placeholder of a set secret. */
export const isHiddenSecret = (value: string): boolean => value === hiddenMark || isPlaceholder(value);

/** 256 bits from the browser's generator, in characters that need no escaping (RFC 4648 section 5). */
export function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
