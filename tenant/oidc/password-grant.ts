import { errors, type Account, type KoaContextWithOIDC, type Provider } from 'oidc-provider';

interface PasswordGrantParts {
  /** The user whose name and password these are; undefined for an unknown name as for a wrong password. */
  readonly authenticate: (ctx: KoaContextWithOIDC, username: string, password: string) => string | undefined;
  readonly findAccount: (ctx: KoaContextWithOIDC, userId: string) => Promise<Account | undefined>;
}

/**
 * The resource owner password credentials grant (RFC 6749 section 4.3), for applications whose `AllowedAuth`
 * contains `ResourceCreds`. The response is like that of the code flow.
 */
export function offerPasswordGrant(
  provider: Provider,
  { authenticate, findAccount }: PasswordGrantParts,
): void {
  provider.registerGrantType(
    'password',
    async (ctx) => {
      const { client, params } = ctx.oidc;
      const username = textOf(params['username']);
      const password = textOf(params['password']);
      if (username === undefined || password === undefined)
        throw new errors.InvalidRequest('username and password are required.');
      const userId = authenticate(ctx, username, password);
      if (userId === undefined) throw new errors.InvalidGrant('Wrong user name or password.');
      const account = await findAccount(ctx, userId);
      if (account === undefined) throw new errors.InvalidGrant('User not found.');
      const scopes = [...ctx.oidc.requestParamScopes];
      const scope = scopes.join(' ');
      const grant = new provider.Grant({ accountId: userId, clientId: client.clientId });
      grant.addOIDCScope(scope);
      const issued = {
        accountId: userId,
        client,
        grantId: await grant.save(),
        gty: 'password',
        scope,
      };
      const token = new provider.AccessToken(issued);
      const accessToken = await token.save();
      const authTime = Math.floor(Date.now() / 1000);
      const refreshToken = client.grantTypeAllowed('refresh_token')
        ? await new provider.RefreshToken({ ...issued, amr: ['pwd'], authTime, rotations: 0 }).save()
        : undefined;
      ctx.body = {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: token.expiration,
        // An empty string is not a valid scope (RFC 6749 section 3.3).
        ...(scope === '' ? {} : { scope }),
        ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
        ...(scopes.includes('openid')
          ? { id_token: await idTokenOf(provider, ctx, account, scope, authTime) }
          : {}),
      };
    },
    ['username', 'password', 'scope'],
  );
}

async function idTokenOf(
  provider: Provider,
  ctx: KoaContextWithOIDC,
  account: Account,
  scope: string,
  authTime: number,
): Promise<string> {
  const claims = await account.claims('id_token', scope, {}, []);
  const token = new provider.IdToken({ ...claims, amr: ['pwd'], auth_time: authTime }, { ctx });
  Object.assign(token, { scope });
  return token.issue({ use: 'idtoken' });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
