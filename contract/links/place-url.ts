import type { Place } from './links.ts';

/** The part of the window's URL that names what it shows, such as `#/t/acme/webhooks/42`. */
export function urlOfParts(...parts: readonly string[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part.toWellFormed())).join('/')}`;
}

export function urlOfPlace(place: Place): string {
  return place.scope === 'tenant'
    ? urlOfParts('t', place.tenantId, place.view, ...place.rest)
    : urlOfParts(place.view, ...place.rest);
}
