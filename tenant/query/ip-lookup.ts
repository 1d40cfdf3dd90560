import { places } from '../seed/organisation.ts';

/** A field that `IPLookup` does not have; SQLite tells its message to whoever sent the query. */
export class IpLookupMistake extends Error {}

const FIELDS: ReadonlyMap<string, 'city' | 'country' | 'latitude' | 'longitude'> = new Map([
  ['city', 'city'],
  ['country', 'country'],
  ['countrycode', 'country'],
  ['latitude', 'latitude'],
  ['longitude', 'longitude'],
]);

/**
 * The platform's `IPLookup(address, field)`: where an address is. Known are the networks of the seeded people's offices, which are
 * reserved for examples; of any other address, NULL. Throws IpLookupMistake for a field that there is none of.
 * Source: compatibility, "dates in SQL"; names of the fields are ours.
 */
export function ipLookup(address: unknown, field: unknown): string | number | null {
  const name = FIELDS.get(String(field).toLowerCase());
  if (name === undefined)
    throw new IpLookupMistake(
      `IPLookup: there is no field '${String(field)}'; ask for City, Country, CountryCode, Latitude or Longitude`,
    );
  if (typeof address !== 'string') return null;
  const dot = address.lastIndexOf('.') + 1;
  const host = Number(address.slice(dot));
  const place = places.find(
    ({ network, hosts }) => network === address.slice(0, dot) && host >= hosts.from && host <= hosts.to,
  );
  return place?.[name] ?? null;
}
