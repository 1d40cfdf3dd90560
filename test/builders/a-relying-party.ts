import * as client from 'openid-client';
import { createBrowserSession, type BrowserSession } from '../integration/browser-session.ts';
import type { TenantInUse } from './use-tenant.ts';

/** Redirect URL of the specs' relying parties. Nothing listens there. */
export const redirect = 'http://127.0.0.1:54321/callback';

/** Secret of every application registered here. */
export const secret = 'a-secret-set-by-an-admin';

export interface RegisteredApplication {
  readonly id: string;
  readonly clientId: string;
}

export interface Registration {
  readonly templateId?: string;
  /** Members of its `OAuthProfile` in addition to the secret and the redirect. */
  readonly profile?: Readonly<Record<string, unknown>>;
  readonly script?: string;
  readonly serviceName?: string;
}

/** Registers a custom application of the catalog and assigns it to everyone, as an admin does. */
export async function registerApplication(
  tenant: TenantInUse,
  { templateId = 'Generic OpenID Connect', profile = {}, script = '@Empty', serviceName }: Registration = {},
): Promise<RegisteredApplication> {
  const id = await tenant.addApplication(templateId);
  const updated = await tenant.call('/SaasManage/UpdateApplicationDE', {
    _RowKey: id,
    OAuthProfile: { ClientSecret: secret, Redirects: [redirect], ...profile },
    Script: script,
    AppRoles: { Publish: [{ ID: 'Everybody' }] },
    ...(serviceName === undefined ? {} : { ServiceName: serviceName }),
  });
  if (!updated.success) throw new Error(`The application was rejected: ${updated.Message}`);
  const { Result } = await tenant.call('/SaasManage/GetApplication', { _RowKey: id });
  return { id, clientId: (Result as { OAuthProfile: { ClientID: string } }).OAuthProfile.ClientID };
}

export function discover(
  tenant: Pick<TenantInUse, 'issuer'>,
  clientId: string,
  authentication: client.ClientAuth = client.ClientSecretBasic(secret),
  metadata?: Partial<client.ClientMetadata>,
): Promise<client.Configuration> {
  return client.discovery(new URL(tenant.issuer), clientId, metadata, authentication, {
    execute: [client.allowInsecureRequests],
  });
}

/** Where and how an admin signs in. */
type SignInPlace = Pick<TenantInUse, 'baseUrl' | 'username' | 'password'>;

/** Opens an authorization request and signs the admin in if a page asks for it; returns where it ended. */
export async function signInAt(
  tenant: SignInPlace,
  url: string,
  browser: BrowserSession = createBrowserSession(tenant.baseUrl),
): Promise<URL> {
  const page = await browser.open(url);
  if (page.html === '') return new URL(page.url);
  const back = await browser.submit(page, {
    username: tenant.username,
    password: tenant.password,
    decision: 'sign-in',
  });
  return new URL(back.url);
}

/** The whole authorization code flow of a confidential client, with a sign-in by the admin. */
export async function codeFlow(
  tenant: SignInPlace,
  configuration: client.Configuration,
  scope = 'openid profile email',
): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> {
  const expectedState = client.randomState();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    scope,
    state: expectedState,
  });
  return client.authorizationCodeGrant(configuration, await signInAt(tenant, url.href), {
    expectedState,
    idTokenExpected: true,
  });
}
