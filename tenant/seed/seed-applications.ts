import type { DatabaseSync } from 'node:sqlite';
import { findTemplate, mobileTypeOf, templates, type Template } from '../catalog/templates.ts';
import type { ApplicationRecord } from '../management/application-record.ts';
import type { ApplicationStore } from '../management/application-store.ts';
import { samlScript, tokenScript } from './application-scripts.ts';
import { organizationDomain } from '../organization/organization.ts';
import type { RandomSource } from './random-source.ts';

interface SeedApplicationParts {
  readonly database: DatabaseSync;
  readonly applications: ApplicationStore;
  readonly random: RandomSource;
  readonly baseUrl: string;
  readonly roleIds: readonly string[];
  readonly newSecret: () => string;
}

/** Well-known ones first, so that a small tenant looks lived in; then the whole catalog, over and over. */
const FAVORITES = [
  'SalesforceSAML',
  'AWSConsoleSAML',
  'SlackSAML',
  'ZoomSAML',
  'ServiceNowSAML',
  'JIRACloudSAML',
  'GitHubEnterpriseSAML',
  'WorkdaySAML',
  'ConfluenceServerSAML',
  'GoogleWorkspaceSAML',
  'BoxSAML',
  'PaloAltoNetworksSAML',
  'SplunkOnPremSAML',
  'SumoLogicSAML',
  'Generic SAML',
  'Generic OpenID Connect',
  'LookerOpenIDConnect',
  'GitLabOpenIDConnect',
  'TrelloUserPassword',
  'Generic User-Password',
  'FastmailUserPassword',
  'Generic Bookmark',
  'OAuth2Server',
  'OAuth2ServerClient',
];

/**
 * Adds applications from number `from` to `to`. Numbers beyond the catalog get one per team, as large tenants
 * have.
 */
export function seedApplications(parts: SeedApplicationParts, from: number, to: number): void {
  const order = [
    ...FAVORITES.flatMap((id) => findTemplate(id) ?? []),
    ...templates.filter(({ id, kind }) => !FAVORITES.includes(id) && mobileTypeOf(kind) === null),
    // Last, so that adding them to a tenant of an earlier version doesn't change its order.
    ...templates.filter(({ kind }) => mobileTypeOf(kind) !== null),
  ];
  const assign = parts.database.prepare(
    'INSERT OR IGNORE INTO role_application (role_id, application_id, automatic) VALUES (?, ?, ?)',
  );
  for (let index = from; index < to; index++) {
    const template = order[index % order.length];
    if (template === undefined) return;
    const id = parts.applications.importTemplate(
      template,
      overridesFor(parts, template, index, Math.floor(index / order.length)),
      parts.random.identifier(),
    );
    for (let count = 0; count <= index % 3; count++) {
      const roleId = parts.roleIds[(index * 3 + count * 5) % parts.roleIds.length];
      // Most are assigned by hand; a few by a rule.
      if (roleId !== undefined) assign.run(roleId, id, count === 0 && index % 7 === 3 ? 1 : 0);
    }
  }
}

function overridesFor(
  parts: SeedApplicationParts,
  template: Template,
  index: number,
  round: number,
): ApplicationRecord {
  const label = CUSTOM_NAMES[template.id] ?? template.name;
  const name = round === 0 ? label : `${label} (team ${round})`;
  const serviceName = `${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}-${template.kind.toLowerCase().slice(0, 4)}${index}`;
  const host = `${serviceName}.${organizationDomain}`;
  const facts = { issuer: `${parts.baseUrl}/${serviceName}`, host, name, variant: index };
  const base = {
    Name: name,
    DisplayName: name,
    ServiceName: serviceName,
    State: index % 13 === 12 ? 'Unconfigured' : 'Configured',
  };
  switch (template.kind) {
    case 'Saml':
    case 'WsFed':
      return {
        ...base,
        Script: samlScript(facts),
        Audience: `https://${host}/saml/metadata`,
        ACSUrl: `https://${host}/saml/acs`,
        CorpIdentifier: organizationDomain,
        AdditionalField1: template.id.startsWith('AWS') ? '123456789012' : null,
        SamlAttributes:
          index % 4 === 0 ? { Attributes: [{ Name: 'email', Value: 'LoginUser.Email' }] } : null,
      };
    case 'OpenIDConnect':
    case 'OAuth':
    case 'OAuthClient':
      return {
        ...base,
        Script: template.kind === 'OpenIDConnect' ? tokenScript(facts) : '@Empty',
        OAuthProfile: {
          ClientID: parts.random.identifier(),
          ClientSecret: parts.newSecret(),
          Url: `https://${host}/`,
          Redirects: [`https://${host}/callback`],
          Issuer: parts.baseUrl,
          MetadataUrl: `${parts.baseUrl}/.well-known/openid-configuration`,
          EnableDiscovery: true,
          Scopes: ['openid', 'profile', 'email'],
          ResponseTypes: ['code'],
          TokenEndpointAuthMethod: 'client_secret_basic',
          TokenLifetimeString: '5:00:00',
          AllowRefresh: true,
          RefreshLifetimeString: '365.00:00:00',
        },
      };
    default:
      return { ...base, Url: `https://${host}/login` };
  }
}

/** Custom kinds get the name of something that an organization runs itself. */
const CUSTOM_NAMES: Readonly<Record<string, string>> = {
  'Generic SAML': 'Intranet',
  'Generic OpenID Connect': 'Customer portal',
  'Generic User-Password': 'Facility booking',
  'Generic Bookmark': 'Status page',
  'Generic Browser Extension': 'Old time sheet',
  'Generic Browser Extension Advanced': 'Supplier portal',
  GenericNTLMBasic: 'Print service',
  OAuth2Server: 'Partner API',
  OAuth2ServerClient: 'Nightly export',
  'Generic WS-Fed': 'Document archive',
  GenericDesktopApplication: 'Warehouse terminal',
};
