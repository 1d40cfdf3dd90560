import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { JWK } from 'oidc-provider';

const DAY_MS = 86_400_000;
/**
 * A key signs for 30 days and stays published for another 30, so that its signatures can still be verified.
 */
const SIGNS_FOR_MS = 30 * DAY_MS;
const PUBLISHED_FOR_MS = 60 * DAY_MS;

/**
 * The tenant's signing keys, newest first, as private JWKs: one RSA key (RS256, PS256) and one EC key
 * (ES256). Creates new ones if there are none or the newest are older than 30 days, and deletes those older
 * than 60.
 */
export function loadSigningKeys(database: DatabaseSync, now: () => number): JWK[] {
  database.prepare('DELETE FROM signing_key WHERE created_at < ?').run(now() - PUBLISHED_FOR_MS);
  const newest = database.prepare('SELECT max(created_at) AS newest FROM signing_key').get()?.['newest'];
  if (typeof newest !== 'number' || newest < now() - SIGNS_FOR_MS) rotateSigningKeys(database, now);
  const rows = database
    .prepare('SELECT private_jwk FROM signing_key ORDER BY created_at DESC, algorithm DESC')
    .all();
  return rows.map((row) => JSON.parse(String(row['private_jwk'])) as JWK);
}

/** Adds a new pair of signing keys; older ones stay published until they are 60 days old. */
function rotateSigningKeys(database: DatabaseSync, now: () => number): void {
  const insert = database.prepare(
    'INSERT INTO signing_key (kid, algorithm, private_jwk, created_at) VALUES (?, ?, ?, ?)',
  );
  const keys = [
    { kty: 'RSA', pair: generateKeyPairSync('rsa', { modulusLength: 2048 }) },
    { kty: 'EC', pair: generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  ];
  for (const { kty, pair } of keys) {
    const kid = randomUUID();
    insert.run(
      kid,
      kty,
      JSON.stringify({ ...pair.privateKey.export({ format: 'jwk' }), kid, use: 'sig' }),
      now(),
    );
  }
}
