import {
  customTemplates,
  knownIdentifiers,
  wellKnownApplications,
  type TemplateKind,
} from './catalog-data.ts';

/** A catalog entry. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly kind: TemplateKind;
  readonly generic: boolean;
  readonly onPrem: boolean;
  readonly featured: boolean;
  /** Path of the icon on the tenant. */
  readonly icon: string;
}

const CUSTOM_CATEGORY = 'Custom';
export const ICON_FOLDER = '/vfslow/lib/application/icons/';

/**
 * Names of each kind in records and lists. A `WebAppType` is one of four values for every kind; counting
 * WS-Federation, whose tokens are SAML tokens, as `Saml` is our choice. Source: compatibility, "Application
 * columns", "application kinds" and "SAML record".
 */
export const kindNames: Readonly<
  Record<
    TemplateKind,
    {
      readonly webAppType: 'Saml' | 'UsernamePassword' | 'OpenIDConnect' | 'OAuth' | null;
      readonly appType: 'Web' | 'Desktop' | 'Mobile';
      readonly displayName: string;
      readonly suffix: string;
    }
  >
> = {
  Saml: { webAppType: 'Saml', appType: 'Web', displayName: 'Web - SAML', suffix: 'SAML' },
  UsernamePassword: {
    webAppType: 'UsernamePassword',
    appType: 'Web',
    displayName: 'Web - User Password',
    suffix: 'UserPassword',
  },
  OpenIDConnect: {
    webAppType: 'OpenIDConnect',
    appType: 'Web',
    displayName: 'Web - OpenID Connect',
    suffix: 'OpenIDConnect',
  },
  OAuth: { webAppType: 'OAuth', appType: 'Web', displayName: 'Web - OAuth2 Server', suffix: 'OAuth2Server' },
  OAuthClient: {
    webAppType: 'OAuth',
    appType: 'Web',
    displayName: 'Web - OAuth2 Client',
    suffix: 'OAuth2Client',
  },
  WsFed: { webAppType: 'Saml', appType: 'Web', displayName: 'Web - WS-Fed', suffix: 'WSFed' },
  Bookmark: {
    webAppType: 'UsernamePassword',
    appType: 'Web',
    displayName: 'Web - Bookmark',
    suffix: 'Bookmark',
  },
  BrowserExtension: {
    webAppType: 'UsernamePassword',
    appType: 'Web',
    displayName: 'Web - Browser Extension',
    suffix: 'BrowserExtension',
  },
  NtlmBasic: {
    webAppType: 'UsernamePassword',
    appType: 'Web',
    displayName: 'Web - NTLM and Basic',
    suffix: 'NTLMBasic',
  },
  Desktop: { webAppType: null, appType: 'Desktop', displayName: 'Desktop', suffix: 'Desktop' },
  // The names of native applications are our choice: the specification names only `MobileAppType`.
  MobileIos: { webAppType: null, appType: 'Mobile', displayName: 'Mobile - iOS', suffix: 'IOS' },
  MobileAndroid: { webAppType: null, appType: 'Mobile', displayName: 'Mobile - Android', suffix: 'Android' },
};

const KIND_BY_LETTER: Readonly<Record<string, TemplateKind>> = {
  S: 'Saml',
  U: 'UsernamePassword',
  O: 'OpenIDConnect',
  W: 'WsFed',
  D: 'Desktop',
  I: 'MobileIos',
  A: 'MobileAndroid',
};

/** `MobileAppType` in the catalog and in records; null for other applications. */
export function mobileTypeOf(kind: TemplateKind): 'iOS' | 'Android' | null {
  if (kind === 'MobileIos') return 'iOS';
  return kind === 'MobileAndroid' ? 'Android' : null;
}

const ON_PREM = /server|on-?prem|enterprise|BIG-IP|Jenkins|SonarQube/i;
const FEATURED = new Set([
  'Salesforce',
  'AWS Console',
  'Google Workspace',
  'Slack',
  'Zoom',
  'Workday',
  'ServiceNow',
  'GitHub Enterprise',
  'JIRA Cloud',
  'Box',
]);

/** The whole catalog: the custom kinds first, then the well-known applications by category. */
export const templates: readonly Template[] = [
  ...customTemplates.map((custom): Template => ({
    ...custom,
    category: CUSTOM_CATEGORY,
    generic: true,
    onPrem: false,
    featured: false,
    icon: iconPath(custom.id),
  })),
  ...Object.entries(wellKnownApplications).flatMap(([category, lines]) =>
    lines.flatMap((line) => wellKnown(category, line)),
  ),
];

const byId = new Map(templates.map((template) => [template.id, template]));

export function findTemplate(id: string): Template | undefined {
  return byId.get(id);
}

/** The categories in catalog order. */
export const categories: readonly string[] = [...new Set(templates.map((template) => template.category))];

function wellKnown(category: string, line: string): Template[] {
  const [name = '', letters = ''] = line.split('|');
  return [...letters].map((letter) => {
    const kind = KIND_BY_LETTER[letter] ?? 'UsernamePassword';
    const { displayName, suffix } = kindNames[kind];
    const id = knownIdentifiers[`${name} ${suffix}`] ?? `${name.replace(/[^A-Za-z0-9]/g, '')}${suffix}`;
    return {
      id,
      name,
      description:
        mobileTypeOf(kind) === null
          ? `${name} with ${displayName.replace('Web - ', '')} sign-in. Category: ${category}.`
          : `${name} for ${mobileTypeOf(kind)}. Category: ${category}.`,
      category,
      kind,
      generic: false,
      onPrem: ON_PREM.test(name),
      featured: FEATURED.has(name) && kind === 'Saml',
      icon: iconPath(id),
    };
  });
}

function iconPath(id: string): string {
  return `${ICON_FOLDER}${id.replace(/[^A-Za-z0-9]/g, '')}.svg`;
}
