import { places } from '../organization/organization.ts';

/** A field that `IPLookup` does not have; SQLite tells its message to whoever sent the query. */
class IpLookupMistake extends Error {}

/** By their names in small letters and without underscores; null where nothing is known of any address. */
const FIELDS: ReadonlyMap<string, 'city' | 'country' | 'countryName' | 'latitude' | 'longitude' | null> =
  new Map([
    ['city', 'city'],
    ['cityname', 'city'],
    ['country', 'country'],
    ['countrycode', 'country'],
    ['countryname', 'countryName'],
    ['latitude', 'latitude'],
    ['longitude', 'longitude'],
    ...['region', 'regionname', 'regioncode', 'postalcode', 'continentcode', 'continentname', 'timezone'].map(
      (name) => [name, null] as const,
    ),
  ]);

/**
 * The platform's `IPLookup(address, field)`: where an address is. Known are the networks of the seeded people's offices, which are
 * reserved for examples; of any other address, NULL. Throws IpLookupMistake for a field that there is none of.
 * Source: compatibility, "dates in SQL" and "more SQL names"; the names are those of public IP databases.
 */
export function ipLookup(address: unknown, field: unknown): string | number | null {
  const name = FIELDS.get(String(field).toLowerCase().replaceAll('_', ''));
  if (name === undefined)
    throw new IpLookupMistake(
      `IPLookup: there is no field '${String(field)}'; ask for city, country_name, country_code, latitude or longitude`,
    );
  if (name === null || typeof address !== 'string') return null;
  const dot = address.lastIndexOf('.') + 1;
  const host = Number(address.slice(dot));
  const place = places.find(
    ({ network, hosts }) => network === address.slice(0, dot) && host >= hosts.from && host <= hosts.to,
  );
  return place?.[name] ?? null;
}
