import { kindNames, mobileTypeOf, type Template } from '../catalog/templates.ts';
import type { TemplateKind } from '../catalog/catalog-data.ts';
import { toWireTime } from '../store/timestamps.ts';

/** An application as returned by the API: known members, and unknown ones that are only stored. */
export type ApplicationRecord = Record<string, unknown>;

/** Members whose values differ from one application to the next; the rest comes from `commonMembers` when it is read. */
interface NewApplication {
  readonly id: string;
  readonly name: string;
  readonly serviceName: string;
  readonly template: Template;
  readonly baseUrl: string;
  readonly clientId: string;
}

/** The members that a newly imported application stores. */
export function initialMembers(application: NewApplication): ApplicationRecord {
  const { template } = application;
  return {
    Name: application.name,
    DisplayName: application.name,
    Description: template.description,
    ServiceName: application.serviceName,
    TemplateName: template.id,
    Category: template.category,
    Icon: template.icon,
    Generic: template.generic,
    OnPrem: template.onPrem,
    Featured: template.featured,
    State: template.kind === 'Bookmark' || template.kind === 'OAuthClient' ? 'Configured' : 'Unconfigured',
    Handler: HANDLERS[template.kind],
    ...kindMembers(application),
  };
}

const HANDLERS: Readonly<Record<TemplateKind, string>> = {
  Saml: 'Server;Cloud.Saas.Application.Handlers.Saml',
  UsernamePassword: 'Server;Cloud.Saas.Application.Handlers.UsernamePassword',
  OpenIDConnect: 'Server;Cloud.Saas.Application.Handlers.OpenIdConnect',
  OAuth: 'Server;Cloud.Saas.Application.Handlers.OAuth2Server',
  OAuthClient: 'Server;Cloud.Saas.Application.Handlers.OAuth2Client',
  WsFed: 'Server;Cloud.Saas.Application.Handlers.WsFed',
  Bookmark: 'Server;Cloud.Saas.Application.Handlers.Bookmark',
  BrowserExtension: 'Server;Cloud.Saas.Application.Handlers.BrowserExtension',
  NtlmBasic: 'Server;Cloud.Saas.Application.Handlers.NtlmBasic',
  Desktop: 'Server;Cloud.Saas.Application.Handlers.Desktop',
  MobileIos: 'Server;Cloud.Saas.Application.Handlers.Mobile',
  MobileAndroid: 'Server;Cloud.Saas.Application.Handlers.Mobile',
};

/**
 * Initial members of every record of a kind (compatibility: "SAML record", "OpenID Connect and OAuth
 * records").
 */
function kindMembers(application: NewApplication): ApplicationRecord {
  const { baseUrl, template, serviceName } = application;
  switch (template.kind) {
    case 'Saml':
    case 'WsFed':
      return {
        Script: defaultSamlScript(baseUrl, serviceName),
        SamlAttributes: null,
        Issuer: `${baseUrl}/${serviceName}`,
        IdpMetadataUrl: `${baseUrl}/saasManage/DownloadSAMLMetadataForApp?appkey=${application.id}`,
        SignInUrl: `${baseUrl}/applogin/appKey/${application.id}`,
        SignOutUrl: `${baseUrl}/applogout`,
        ErrorUrl: `${baseUrl}/uperror`,
        Audience: '',
        ACSUrl: '',
        Recipient: '',
        EncryptAssertion: false,
        WantAssertionSigned: true,
        SignResponse: false,
        RelayState: '',
        NameIDFormat: 'unspecified',
      };
    case 'OpenIDConnect':
    case 'OAuth':
    case 'OAuthClient':
      return {
        Script: template.kind === 'OpenIDConnect' ? defaultTokenScript : '@Empty',
        OAuthProfile: {
          ClientID: application.clientId,
          ClientSecret: '',
          Url: '',
          Redirects: [],
          Issuer: baseUrl,
          MetadataUrl: `${baseUrl}/.well-known/openid-configuration`,
          EnableDiscovery: true,
          Scopes: ['openid', 'profile', 'email'],
          ResponseTypes: ['code'],
          TokenEndpointAuthMethod: 'client_secret_basic',
          TokenLifetimeString: '5:00:00',
          AllowRefresh: true,
          RefreshLifetimeString: '365.00:00:00',
        },
      };
    case 'UsernamePassword':
    case 'BrowserExtension':
    case 'NtlmBasic':
      return {
        Url: '',
        UsernameField: 'input#username',
        PasswordField: 'input#password',
        SubmitField: 'button[type=submit]',
        Script: '@Empty',
        UserNameArg: 'mail',
        PasswordIsSet: false,
      };
    case 'Bookmark':
      return { Url: 'https://intranet.example/', Script: '@Empty' };
    case 'MobileIos':
    case 'MobileAndroid':
      return { Url: '', MobileAppType: mobileTypeOf(template.kind), Script: '@Empty' };
    case 'Desktop':
      return { CommandLine: '', HostId: null, Script: '@Empty' };
  }
}

/** Members that are the same for every application until someone sets them. */
export const commonMembers: ApplicationRecord = {
  _TableName: 'application',
  _PartitionKey: 'tenant',
  AdminTag: null,
  AllowViewCredentials: false,
  AppFieldLocks: null,
  AppLinkUrl: null,
  AuthChallengeDefinitionId: null,
  AuthRules: null,
  AutoDeploy: false,
  AutoProvision: false,
  BackgroundColor: null,
  BrowserExtensionRequired: false,
  CategoryOrder: 0,
  CertThumbprint: null,
  ChallengeOnLaunch: false,
  ConcurrentSessions: 0,
  ContainerAppInfo: null,
  CorpIdentifier: null,
  DefaultAuthProfile: 'AlwaysAllowed',
  DerivedCredentials: false,
  DisableProvisioning: true,
  EnableOnMobile: true,
  ExternalIdentity: null,
  HelpUrl: null,
  HideFromUserPortal: false,
  InternalUrl: null,
  IsGateway: false,
  IsScaEnabled: false,
  IsTestApp: false,
  IsUserApp: false,
  LastProvisioningRun: null,
  LaunchMode: 'NewWindow',
  MappedAttributes: null,
  MobileAppType: null,
  MobileScript: '@Empty',
  OpenInBrowser: false,
  ParentDisplayName: null,
  PolicyScript: '@Empty',
  Prerequisites: null,
  ProvCapable: false,
  ProvConfigured: false,
  ProvEnabled: false,
  ProvJobId: null,
  ProvPrincipalMappings: null,
  ProvRoleMappings: null,
  ProvScript: '@Empty',
  ProvSettingEnabled: false,
  ProvSettingPreview: null,
  ProvSyncOptions: null,
  RegistrationLinkMessage: null,
  RegistrationMessage: null,
  RequestWorkflowEnabled: false,
  RequiresCertificate: false,
  SamlScript: '@Empty',
  OpenIDConnectScript: '@Empty',
  SecurityLevel: 0,
  SessionRecording: false,
  ShadowAppLink: null,
  ShortcutParams: null,
  SupportsMfa: true,
  TermsOfUse: null,
  UserMapScript: '@GenericUserMap',
  UserNameStrategy: 'ADAttribute',
  UserNameArg: 'userprincipalname',
  UseDefaultSigningCert: true,
  VpnMode: 'None',
  WorkflowApprover: null,
  WorkflowApproversList: null,
  WorkflowEnabled: false,
  WorkflowSettings: null,
};

export interface StoredApplication {
  readonly id: string;
  readonly kind: TemplateKind;
  readonly members: ApplicationRecord;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  /** Incremented by every write. */
  readonly version: number;
}

/**
 * The whole record as returned by GetApplication; `thumbprint` is that of the certificate that signs SAML
 * responses.
 */
export function toWireRecord(stored: StoredApplication, thumbprint: string): ApplicationRecord {
  const { webAppType, appType, displayName } = kindNames[stored.kind];
  return {
    ...commonMembers,
    AppType: appType,
    WebAppType: webAppType,
    AppTypeDisplayName: displayName,
    ...(stored.kind === 'Saml' ? samlDefaults : {}),
    ...stored.members,
    // Our decision: the script is also returned in the member of its kind (compatibility: "GetApplication").
    ...mirroredScript(stored),
    ...federationMembers(stored, thumbprint),
    ID: stored.id,
    _RowKey: stored.id,
    _Timestamp: toWireTime(stored.changedAt),
    _entitycontext: `W/"datetime'${encodeURIComponent(new Date(stored.changedAt).toISOString())}.${stored.version}'"`,
    _metadata: { Version: stored.version, IndexingVersion: 1 },
  };
}

/** Members that we add to every SAML application, including existing ones. */
export const samlDefaults: ApplicationRecord = {
  AdditionalACSUrls: [],
  WantAuthnRequestsSigned: false,
  RequestSigningCertificates: '',
  EncryptionCertificate: '',
};

/** The tenant's identity provider data in a record; empty for WS-Federation, which isn't supported. */
function federationMembers({ kind }: StoredApplication, thumbprint: string): ApplicationRecord {
  if (kind === 'Saml') return { Thumbprint: thumbprint };
  if (kind !== 'WsFed') return {};
  return { IdpMetadataUrl: null, SignInUrl: null, SignOutUrl: null, ErrorUrl: null, Thumbprint: null };
}

/** The client ID of an application; null if it has none. */
export function clientIdOf(members: ApplicationRecord): string | null {
  const profile = members['OAuthProfile'];
  if (typeof profile !== 'object' || profile === null || !('ClientID' in profile)) return null;
  return typeof profile.ClientID === 'string' && profile.ClientID !== '' ? profile.ClientID : null;
}

function mirroredScript(stored: StoredApplication): ApplicationRecord {
  const script = stored.members['Script'];
  if (typeof script !== 'string') return {};
  if (stored.kind === 'Saml') return { SamlScript: script };
  if (stored.kind === 'OpenIDConnect') return { OpenIDConnectScript: script };
  return {};
}

export function defaultSamlScript(baseUrl: string, serviceName: string): string {
  return [
    '// Builds the SAML response for this application.',
    "setVersion('2');",
    `setIssuer('${baseUrl}/${serviceName}');`,
    'setSubjectName(LoginUser.Username);',
    "setAudience('https://app.example/saml');",
    "setServiceUrl('https://app.example/saml/acs');",
    "setRecipient('https://app.example/saml/acs');",
    "setAttribute('Email', LoginUser.Get('mail'));",
    '',
  ].join('\n');
}

const defaultTokenScript = [
  '// Adds claims to the tokens of this application.',
  "setClaim('department', LoginUser.Get('department'));",
  '',
].join('\n');
