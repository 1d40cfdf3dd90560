import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { TenantContext } from '../context/tenant-context.ts';

/** Models that belong to a grant and are deleted with it. */
const GRANTABLE = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/**
 * Models whose ID is the secret itself: anyone who has it can use it. They are stored under its hash and
 * without it, so that the data folder leaks no tokens.
 */
const BEARER = new Set([...GRANTABLE, 'ClientCredentials']);

interface ArtifactStore {
  readonly adapter: AdapterFactory;
  /** Deletes artifacts that expired more than a minute ago; returns the number of deleted rows. */
  prune(): number;
  /** Deletes all artifacts issued to a client. */
  endClient(clientId: string): void;
  /** Deletes all artifacts. */
  clear(): void;
}

/**
 * Stores everything that the OpenID Connect provider issues in the tenant's database, so that sessions and
 * tokens survive a restart. `Client` isn't stored: `findClient` derives it from the applications. The
 * remaining lifetime is counted by the steady clock. The library compares expiry with the system clock, so it
 * gets the expiry converted to that clock on reading. After a restart, nothing lasts longer than it was
 * issued for. `onChange` is called for each changed or removed artifact, so that a cache of verified tokens
 * can drop it.
 */
export function createArtifactStore(
  database: DatabaseSync,
  { now, steadyNow }: Pick<TenantContext, 'now' | 'steadyNow'>,
  findClient: (id: string) => AdapterPayload | undefined,
  onChange: () => void,
): ArtifactStore {
  const statements = prepareStatements(database);

  const seconds = (): number => Math.floor(steadyNow() / 1000);

  function revive(row: Record<string, unknown> | undefined): AdapterPayload | undefined {
    if (row === undefined || typeof row['payload'] !== 'string') return undefined;
    const payload = withRemaining(JSON.parse(row['payload']) as AdapterPayload, row['expires_at']);
    if (payload === undefined) return undefined;
    return typeof row['consumed_at'] === 'number' ? { ...payload, consumed: row['consumed_at'] } : payload;
  }

  /** With its expiry by the system clock; undefined if it has expired. */
  function withRemaining(payload: AdapterPayload, expiresAt: unknown): AdapterPayload | undefined {
    if (typeof expiresAt !== 'number') return payload;
    const remaining = expiresAt - seconds();
    if (remaining < 0) return undefined;
    const { exp, iat } = payload;
    if (exp === undefined) return payload;
    const lifetime = iat === undefined ? remaining : exp - iat;
    return { ...payload, exp: Math.floor(now() / 1000) + Math.min(remaining, lifetime) };
  }

  const adapter = (model: string): Adapter => ({
    async find(id) {
      if (model === 'Client') return findClient(id);
      const payload = revive(statements.select.get(model, storedId(model, id)));
      return payload !== undefined && BEARER.has(model) ? { ...payload, jti: id } : payload;
    },
    async findByUid(uid) {
      return revive(statements.selectByUid.get(uid, model));
    },
    async findByUserCode() {
      return undefined;
    },
    async upsert(id, payload, expiresIn) {
      const grant = GRANTABLE.has(model) && typeof payload.grantId === 'string' ? payload.grantId : null;
      const uid = typeof payload.uid === 'string' ? payload.uid : null;
      const expiresAt = typeof expiresIn === 'number' ? seconds() + expiresIn : null;
      const { jti: _secret, ...withoutSecret } = payload;
      const stored = BEARER.has(model) ? withoutSecret : payload;
      statements.upsert.run(model, storedId(model, id), JSON.stringify(stored), grant, uid, expiresAt);
    },
    async consume(id) {
      statements.consume.run(seconds(), model, storedId(model, id));
      onChange();
    },
    async destroy(id) {
      statements.remove.run(model, storedId(model, id));
      onChange();
    },
    async revokeByGrantId(grantId) {
      statements.removeGrant.run(grantId, model);
      onChange();
    },
  });

  return {
    adapter,
    prune: () => Number(statements.expire.run(seconds() - 60).changes),
    endClient(clientId) {
      statements.removeClient.run(clientId);
      onChange();
    },
    clear() {
      database.exec('DELETE FROM oidc_artifact');
      onChange();
    },
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    select: database.prepare(
      'SELECT payload, consumed_at, expires_at FROM oidc_artifact WHERE model = ? AND id = ?',
    ),
    selectByUid: database.prepare(
      'SELECT payload, consumed_at, expires_at FROM oidc_artifact WHERE uid = ? AND model = ?',
    ),
    upsert: database.prepare(
      `INSERT INTO oidc_artifact (model, id, payload, grant_id, uid, expires_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
    ),
    consume: database.prepare('UPDATE oidc_artifact SET consumed_at = ? WHERE model = ? AND id = ?'),
    remove: database.prepare('DELETE FROM oidc_artifact WHERE model = ? AND id = ?'),
    removeGrant: database.prepare('DELETE FROM oidc_artifact WHERE grant_id = ? AND model = ?'),
    removeClient: database.prepare('DELETE FROM oidc_artifact WHERE client_id = ?'),
    expire: database.prepare('DELETE FROM oidc_artifact WHERE expires_at < ?'),
  };
}

function storedId(model: string, id: string): string {
  return BEARER.has(model) ? createHash('sha256').update(id).digest('base64url') : id;
}
