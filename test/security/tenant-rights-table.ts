/**
 * Who calls: an anonymous client, a user without any right, the admin, a relying party for the admin, and
 * programs with their own token: a seeded service user, and one in a role that has every right.
 */
export const identities = [
  'nobody',
  'user',
  'relying party',
  'service user',
  'service admin',
  'admin',
] as const;
export type Identity = (typeof identities)[number];

export type Verdict =
  /** The route reads the request, and reports what is wrong with it. */
  | 'in'
  /** 401 with a challenge. */
  | 'no token'
  /** 401 of a page. */
  | 'no session'
  /** The provider responds that it needs something other than an access token. */
  | 'no use'
  | 'no scope'
  | 'no right';

type Row = Readonly<Record<Identity, Verdict>>;

const all = (verdict: Verdict): Row => ({
  nobody: verdict,
  user: verdict,
  admin: verdict,
  'relying party': verdict,
  'service user': verdict,
  'service admin': verdict,
});
const anybody = all('in');
const signedIn: Row = { ...anybody, nobody: 'no token', 'relying party': 'no scope' };
const administrators: Row = { ...signedIn, user: 'no right', 'service user': 'no right' };
/** A service user has the scopes of the platform's APIs only. */
const controls: Row = { ...administrators, 'service user': 'no scope', 'service admin': 'no scope' };
const pageSessions = all('no session');
/** A token that a program obtained for itself has no user with claims. */
const people: Row = {
  ...anybody,
  nobody: 'no token',
  'service user': 'no token',
  'service admin': 'no token',
};
/** Programs that authenticate as themselves: no user's token works here. */
const clients: Row = { ...all('no use'), nobody: 'no token' };
/** The start of a sign-in, which works the same with any access token. */
const signIn: Row = { ...clients, nobody: 'in' };

const rows = (row: Row, ...routes: readonly string[]): readonly [string, Row][] =>
  routes.map((route) => [route, row]);
const reads = (row: Row, ...paths: readonly string[]): readonly [string, Row][] =>
  paths.flatMap((path) => rows(row, `GET ${path}`, `HEAD ${path}`));

const management = (row: Row, ...operations: readonly string[]): readonly [string, Row][] =>
  rows(row, ...operations.map((path) => `POST ${path}`));
const ANALYTICS = '/analytics/services/v1.0';

/** Every route of the embedded tenant, and the status that each caller gets there. */
export const expectedStatuses: Readonly<Record<string, Row>> = Object.fromEntries([
  // Pages, pictures, and metadata that programs read without a token.
  ...reads(anybody, '/', '/sandbox', '/sandbox/page/style.css', '/signin/:uid'),
  ...reads(anybody, '/vfslow/lib/application/icons/:file', '/vfslow/lib/user/:file'),
  ...reads(anybody, '/SaasManage/DownloadSAMLMetadataForApp'),
  ...rows(anybody, 'POST /SaasManage/DownloadSAMLMetadataForApp', 'POST /signin/:uid'),

  // SAML: messages that browsers deliver, and redirects.
  ...reads(anybody, '/applogin/appKey/:id', '/applogin/return', '/applogout', '/uperror'),
  ...rows(anybody, 'POST /applogin/appKey/:id'),

  // The OpenID Connect provider. Every caller learns that an application is unknown.
  ...rows(anybody, 'GET /.well-known/openid-configuration', 'GET /oauth2/jwks'),
  ...rows(anybody, 'GET /oauth2/endsession', 'POST /oauth2/endsession'),
  ...rows({ ...clients, nobody: 'no use' }, 'POST /oauth2/endsession/confirm'),
  ...rows(anybody, 'GET /oauth2/endsession/success'),
  ...rows(signIn, 'GET /authorize', 'POST /authorize', 'GET /authorize/:uid', 'POST /authorize/:uid'),
  ...rows(people, 'GET /userinfo', 'POST /userinfo'),
  ...rows(clients, 'POST /token', 'POST /oauth2/revoke', 'POST /oauth2/introspect', 'POST /oauth2/par'),
  ...rows(anybody, 'GET /:app/.well-known/openid-configuration'),
  ...rows(anybody, 'GET /oauth2/authorize/:app', 'POST /oauth2/authorize/:app'),
  ...rows(anybody, 'POST /oauth2/token/:app', 'POST /oauth2/revoke/:app', 'POST /oauth2/introspect/:app'),
  ...rows(anybody, 'GET /oauth2/userinfo/:app', 'POST /oauth2/userinfo/:app'),

  // Management. What StartJob, GetJob, Query, and GetUPData return to a user without rights is below the table.
  ...management(signedIn, '/SaasManage/GetTemplatesAndCategories', '/SaasManage/GetCategories'),
  ...management(signedIn, '/SaasManage/GetPaginatedTemplates', '/SaasManage/GetAppIDByServiceName'),
  ...management(signedIn, '/SaasManage/GetRoleIdFromName', '/UPRest/GetUPData', '/RedRock/Query'),
  ...management(signedIn, '/JobFlow/StartJob', '/JobFlow/GetJob'),
  ...management(administrators, '/SaasManage/ImportAppFromTemplate', '/SaasManage/GetApplication'),
  ...management(administrators, '/SaasManage/GetScript', '/SaasManage/UpdateApplicationDE'),
  ...management(administrators, '/SaasManage/ResetAppScript', '/SaasManage/DeleteApplication'),
  ...management(administrators, '/SaasManage/PublishApplication', '/SaasManage/SetApplicationPermissions'),
  ...management(administrators, '/SaasManage/GetRoleApps', '/SaasManage/GetAssertionPreview'),
  ...management(signedIn, '/TenantConfig/GetCustomerConfig'),
  ...management(administrators, '/TenantConfig/SetCustomerConfig'),

  // Webhooks.
  ...reads(administrators, `${ANALYTICS}/rules`, `${ANALYTICS}/dataset/system/models`),
  ...rows(administrators, `POST ${ANALYTICS}/rules/webhook`, `POST ${ANALYTICS}/rules/webhook/test`),
  ...rows(administrators, `POST ${ANALYTICS}/rules/:id/status`, `DELETE ${ANALYTICS}/rules/:id`),
  ...rows(administrators, `POST ${ANALYTICS}/file/export/rules/webhook/:name`),
  ...rows(administrators, `POST ${ANALYTICS}/file/import/rules/webhook`),

  // The controls of the sandbox, and its status page.
  ...reads(controls, '/sandbox/status', '/sandbox/events', '/sandbox/events/:id'),
  ...reads(controls, '/sandbox/generators', '/sandbox/faults', '/sandbox/deliveries'),
  ...reads(controls, '/sandbox/deliveries/:id', '/sandbox/deliveries/summaries'),
  ...reads(controls, '/sandbox/deliveries/statistics', '/sandbox/variables'),
  ...rows(controls, 'PUT /sandbox/variables'),
  ...rows(controls, 'POST /sandbox/page-ticket', 'POST /sandbox/reset', 'POST /sandbox/scale'),
  ...rows(controls, 'POST /sandbox/events', 'POST /sandbox/events/matches'),
  ...rows(controls, 'POST /sandbox/test-sign-ins', 'DELETE /sandbox/test-sign-ins/:id'),
  ...reads(controls, '/sandbox/test-sign-ins/people', '/sandbox/test-sign-ins/:id/script'),
  ...rows(controls, 'POST /sandbox/generators', 'DELETE /sandbox/generators'),
  ...rows(controls, 'DELETE /sandbox/generators/:id', 'DELETE /sandbox/faults/:id'),
  ...rows(controls, 'POST /sandbox/faults', 'DELETE /sandbox/faults'),
  ...rows(controls, 'POST /sandbox/deliveries/replay', 'POST /sandbox/deliveries/:id/replay'),
  ...rows(pageSessions, 'POST /sandbox/page/sign-in'),
  ...reads(pageSessions, '/sandbox/page/deliveries/:id'),
  ...rows(pageSessions, 'POST /sandbox/page/raise', 'POST /sandbox/page/reset', 'POST /sandbox/page/fault'),
  ...rows(pageSessions, 'POST /sandbox/page/generator', 'POST /sandbox/page/generator-stop'),
  ...rows(pageSessions, 'POST /sandbox/page/fault-remove', 'POST /sandbox/page/replay'),
  ...rows(pageSessions, 'POST /sandbox/page/replay-dead'),
]);
