import { places } from '../organization/organization.ts';

/** A field that `IPLookup` doesn't have; SQLite passes the message on to the sender of the query. */
class IpLookupError extends Error {}

/** By lower-case name without underscores; null for fields that are always empty. */
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
 * The platform's `IPLookup(address, field)`: the location of an IP address. Known are the networks of the
 * seeded users' offices, which are reserved for examples; other IP addresses return NULL. Throws IpLookupError
 * for an unknown field. Source: compatibility, "dates in SQL" and "more SQL names"; the names are those of
 * public IP databases.
 */
export function ipLookup(address: unknown, field: unknown): string | number | null {
  const name = FIELDS.get(String(field).toLowerCase().replaceAll('_', ''));
  if (name === undefined)
    throw new IpLookupError(
      `IPLookup: unknown field '${String(field)}'; use city, country_name, country_code, latitude or longitude`,
    );
  if (name === null || typeof address !== 'string') return null;
  const dot = address.lastIndexOf('.') + 1;
  const host = Number(address.slice(dot));
  const place = places.find(
    ({ network, hosts }) => network === address.slice(0, dot) && host >= hosts.from && host <= hosts.to,
  );
  return place?.[name] ?? null;
}
