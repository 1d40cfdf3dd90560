import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import type { ApplicationState } from '../../contract/applications/applications.ts';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { everybodyId } from '../../contract/roles/roles.ts';
import { assignmentTarget } from '../../contract/roles/assignment-target.ts';
import { anApplication } from '../builders/an-application.ts';
import { create, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { BrowserSession } from './browser-session.ts';
import { createBrowserSession } from './browser-session.ts';

const redirect = 'http://127.0.0.1:54321/callback';
const secret = 'a-secret-that-an-administrator-typed';
const roleName = 'Finance';
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const notPublished = 'The application is not assigned to the user.';

const on = useDesk();

interface Person {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly department: string;
}

/** An OpenID Connect application that was created only with Tenant Desk, and its known data. */
interface Made {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly roleId: string;
}

async function ask<Row>(sql: string): Promise<readonly Row[]> {
  const response = await on.tenant.manage('/redrock/query', { Script: sql });
  return (response as { readonly Results: readonly { readonly Row: Row }[] }).Results.map(({ Row }) => Row);
}

/** An active person who has the role, and one who has not. Neither is an administrator. */
async function twoPeople(roleId: string): Promise<{ readonly member: Person; readonly outsider: Person }> {
  const people = await ask<Record<'ID' | 'Username' | 'DisplayName' | 'Department', string>>(
    "SELECT ID, Username, DisplayName, Department FROM User WHERE Status = 'Active' AND UserType = 'User' AND Username <> 'admin@acme.example' ORDER BY Username",
  );
  const response = await on.desk.call('roles.members', { ...read, roleId });
  if (!response.data.isKnown) throw new Error(response.data.reason);
  const members = new Set(response.data.members.map(({ id }) => id));
  const personWho = (isMember: boolean): Person => {
    const row = people.find(({ ID }) => members.has(ID) === isMember);
    if (row === undefined) throw new Error(`Nobody is ${isMember ? 'in' : 'outside'} the role.`);
    const { ID, Username, DisplayName, Department } = row;
    return { id: ID, username: Username, displayName: DisplayName, department: Department };
  };
  return { member: personWho(true), outsider: personWho(false) };
}

async function make(name: string, changes: Partial<ApplicationState> = {}): Promise<Made> {
  const { items } = await on.desk.apply(
    create(
      'application',
      anApplication({
        templateId: 'Generic OpenID Connect',
        name,
        settings: {
          OAuthProfile: {
            Redirects: [redirect],
            ClientSecret: secret,
            Scopes: ['openid', 'profile', 'email', 'offline_access'],
          },
        },
        ...changes,
      }),
    ),
  );
  expect(items).toMatchObject([{ state: 'verified' }]);
  const id = (await on.desk.call('applications.list', read)).data.find((one) => one.name === name)?.id ?? '';
  const { record } = (await on.desk.call('applications.get', { ...read, id })).data;
  const { ClientID: clientId } = record['OAuthProfile'] as { readonly ClientID: string };
  const role = (await on.desk.call('roles.list', read)).data.find((one) => one.name === roleName);
  return { id, name, clientId, roleId: role?.id ?? '' };
}

/** Assigns or unassigns the application with a plan of Tenant Desk; returns the plan. */
async function publish(made: Made, isPublished: boolean, roleId = made.roleId): Promise<string> {
  const cell = { application: made.name, role: roleId === everybodyId ? 'Everybody' : roleName };
  const request: ChangeRequest = {
    from: 'edits',
    edits: [
      {
        kind: 'publication',
        targetId: assignmentTarget({ applicationId: made.id, roleId }),
        base: { ...cell, isPublished: !isPublished },
        wanted: { ...cell, isPublished },
      },
    ],
  };
  const { plan, items } = await on.desk.applyPlan(await on.desk.plan(request));
  expect(items).toMatchObject([{ state: 'verified' }]);
  return plan.id;
}

const browse = (): BrowserSession => createBrowserSession(on.tenant.baseUrl);

const discover = ({ clientId }: Made): Promise<client.Configuration> =>
  client.discovery(
    new URL(on.tenant.addresses[0].issuer),
    clientId,
    undefined,
    client.ClientSecretBasic(secret),
    { execute: [client.allowInsecureRequests] },
  );

type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

/** The final result for the application: tokens, or an error. */
type Arrival =
  | { readonly tokens: Tokens }
  | { readonly error: string | null; readonly description: string | null; readonly code: string | null };

interface SignInOptions {
  readonly browser?: BrowserSession;
  readonly prompt?: 'none' | 'login';
}

/** Signs a person in to the application as its own program does, by its standard library. */
async function signIn(made: Made, person: Person, options: SignInOptions = {}): Promise<Arrival> {
  const { browser = browse(), prompt } = options;
  const configuration = await discover(made);
  const expectedState = client.randomState();
  const expectedNonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    scope: 'openid profile email offline_access',
    state: expectedState,
    nonce: expectedNonce,
    ...(prompt === undefined ? {} : { prompt }),
  });
  const opened = await browser.open(url.href);
  const fields = {
    username: person.username,
    password: on.tenant.addresses[0].password,
    decision: 'sign-in',
  };
  let page = opened.html === '' ? opened : await browser.submit(opened, fields);
  // A browser submits this page automatically: it ends the previous session.
  if (page.html.includes('name="logout" value="yes"')) page = await browser.submit(page, {});
  const back = new URL(page.url);
  expect(back.href.startsWith(redirect)).toBe(true);
  expect(back.searchParams.get('state')).toBe(expectedState);
  if (back.searchParams.has('error')) {
    const [error, description, code] = ['error', 'error_description', 'code'].map((name) =>
      back.searchParams.get(name),
    );
    return { error: error ?? null, description: description ?? null, code: code ?? null };
  }
  return {
    tokens: await client.authorizationCodeGrant(configuration, back, {
      expectedState,
      expectedNonce,
      idTokenExpected: true,
    }),
  };
}

const rejected = { error: 'access_denied', description: notPublished, code: null };

function tokensOf(arrival: Arrival): Tokens {
  if (!('tokens' in arrival)) throw new Error(`${arrival.error}: ${arrival.description}`);
  return arrival.tokens;
}

describe('an OpenID Connect application that is created with Tenant Desk', () => {
  it('admits only members of its role, with the claims of its script, until its assignment is undone', async () => {
    const made = await make('Travel', {
      script: "setClaim('department', LoginUser.Get('department')); setClaim('roles', LoginUser.RoleNames);",
    });
    const { member, outsider } = await twoPeople(made.roleId);
    expect(await signIn(made, member)).toEqual(rejected);

    const planId = await publish(made, true);
    const tokens = tokensOf(await signIn(made, member));
    expect(tokens.claims()).toMatchObject({
      iss: on.tenant.addresses[0].issuer,
      aud: made.clientId,
      sub: member.id,
      name: member.displayName,
      email: member.username,
      department: member.department,
      roles: expect.arrayContaining([roleName]),
    });
    const info = await client.fetchUserInfo(await discover(made), tokens.access_token, member.id);
    expect(info).toMatchObject({ email: member.username, department: member.department });
    expect(await signIn(made, outsider)).toEqual(rejected);

    const undone = await on.desk.apply(undo(planId));
    expect(undone.items).toMatchObject([{ state: 'verified', title: `Unassign from ${roleName}` }]);
    expect(await signIn(made, member)).toEqual(rejected);
  });

  it('lets everybody in who can sign in once it is published to Everybody', async () => {
    const made = await make('Canteen');
    const { outsider } = await twoPeople(made.roleId);
    await publish(made, true, everybodyId);
    expect(tokensOf(await signIn(made, outsider)).claims()).toMatchObject({ sub: outsider.id });
  });
});

describe('a user to whom an application is not assigned', () => {
  it('is rejected without a page for prompt=none, too', async () => {
    const [made, other] = [await make('Silent'), await make('Silent other')];
    const { member, outsider } = await twoPeople(made.roleId);
    await publish(made, true);
    await publish(other, true, everybodyId);
    const [theirs, others] = [browse(), browse()];
    tokensOf(await signIn(other, member, { browser: theirs }));
    tokensOf(await signIn(other, outsider, { browser: others }));
    tokensOf(await signIn(made, member, { browser: theirs, prompt: 'none' }));
    expect(await signIn(made, outsider, { browser: others, prompt: 'none' })).toEqual(rejected);
  });

  it('lets another, assigned user sign in with prompt=login', async () => {
    const made = await make('Shared machine');
    const { member, outsider } = await twoPeople(made.roleId);
    await publish(made, true);
    const browser = browse();
    expect(await signIn(made, outsider, { browser })).toEqual(rejected);
    const tokens = tokensOf(await signIn(made, member, { browser, prompt: 'login' }));
    expect(tokens.claims()).toMatchObject({ sub: member.id });
  });

  it('is in the events with the reason, and the script of the application does not run for them', async () => {
    const made = await make("O'Brien's", { script: 'setClaim("a", LoginUser.Nothing.here);' });
    const { outsider } = await twoPeople(made.roleId);
    expect(await signIn(made, outsider)).toEqual(rejected);
    const events = await ask(
      `SELECT EventType, Level, Message, NormalizedUser, UserGuid, FromIPAddress, FailReason, EntityType, EntityName FROM Event WHERE EntityID = '${made.id}' AND EventType LIKE 'Cloud.Core.%'`,
    );
    expect(events).toEqual([
      {
        EventType: 'Cloud.Core.LoginFail',
        Level: 'Warning',
        Message: `${outsider.username} could not sign in to O'Brien's.`,
        NormalizedUser: outsider.username,
        UserGuid: outsider.id,
        FromIPAddress: '127.0.0.1',
        FailReason: 'Application not published to the user',
        EntityType: 'Application',
        EntityName: "O'Brien's",
      },
    ]);
  });

  it('gets no more tokens for a refresh token of before, until it is published again', async () => {
    const made = await make('Refreshing');
    const { member } = await twoPeople(made.roleId);
    await publish(made, true);
    const configuration = await discover(made);
    const { refresh_token: token = '' } = tokensOf(await signIn(made, member));
    await publish(made, false);
    await expect(client.refreshTokenGrant(configuration, token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await publish(made, true);
    const tokens = await client.refreshTokenGrant(configuration, token);
    expect(tokens.claims()).toMatchObject({ sub: member.id });
  });
});

describe('Tenant Desk on a tenant whose applications are not assigned', () => {
  it('is signed in to as before, whatever client ID an application was given', async () => {
    const { clientId, issuer, username, password } = on.tenant.addresses[0];
    const response = await on.tenant.manage('/SaasManage/ImportAppFromTemplate', { ID: 'Generic Bookmark' });
    const [{ _RowKey }] = response as [{ readonly _RowKey: string }];
    const OAuthProfile = { ClientID: clientId, Redirects: [redirect], TokenEndpointAuthMethod: 'none' };
    await on.tenant.manage('/SaasManage/UpdateApplicationDE', { _RowKey, OAuthProfile });
    const { record } = (await on.desk.call('applications.get', { ...read, id: _RowKey })).data;
    expect(record).toMatchObject({ OAuthProfile: { ClientID: clientId } });
    const configuration = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      execute: [client.allowInsecureRequests],
    });
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirect,
      scope: 'openid email',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const browser = browse();
    const back = await browser.submit(await browser.open(url.href), {
      username,
      password,
      decision: 'sign-in',
    });
    const tokens = await client.authorizationCodeGrant(configuration, new URL(back.url), {
      pkceCodeVerifier,
      idTokenExpected: true,
    });
    expect(tokens.claims()).toMatchObject({ email: username, aud: clientId });
  });
});
