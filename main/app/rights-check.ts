import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { CallContext, Handlers, HandlersOf } from '../../contract/bridge/methods.ts';
import type { ViewRights, RightsView } from '../../contract/tenants/rights.ts';
import { rightsViews } from '../../contract/tenants/rights.ts';
import { formatList } from '../../languages/text/intl.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import { signedInName } from '../tenants/session/session-directory.ts';
import type { SessionService } from '../tenants/session/session-service.ts';

type Reading = Pick<
  Handlers,
  'applications.list' | 'roles.list' | 'origins.get' | 'configuration.get' | 'webhooks.list'
>;

export interface RightsParts {
  readonly reading: Reading;
  readonly tenants: TenantDirectory;
  readonly sessions: Pick<SessionService, 'status' | 'grantedScopes'>;
  readonly now: () => number;
}

/** What a view reads first; each is harmless. */
const reads: Readonly<Record<RightsView, keyof Reading>> = {
  applications: 'applications.list',
  roles: 'roles.list',
  origins: 'origins.get',
  configuration: 'configuration.get',
  webhooks: 'webhooks.list',
};

/** The calls of the analytics service can need a separate scope. */
const usesAnalytics: ReadonlySet<RightsView> = new Set(['webhooks']);

export function createRightsHandlers(parts: RightsParts): HandlersOf<'rights'> {
  return {
    async 'rights.check'({ tenantId }, call) {
      const views = await Promise.all(rightsViews.map((view) => checkView(parts, view, tenantId, call)));
      const { scopes } = parts.tenants.get(tenantId);
      const granted = parts.sessions.grantedScopes(tenantId);
      return {
        account: signedInName(parts.sessions, tenantId),
        checkedAt: parts.now(),
        views,
        missingScopes: granted === undefined ? null : scopes.filter((scope) => !granted.includes(scope)),
      };
    },
  };
}

async function checkView(
  { reading, tenants }: RightsParts,
  view: RightsView,
  tenantId: string,
  call: CallContext,
): Promise<ViewRights> {
  try {
    const { source, error } = await reading[reads[view]]({ tenantId, freshness: 'tenant-first' }, call);
    // What the tenant said earlier is no answer.
    if (source === 'cache' && error !== undefined) throw new DeskFailure(error);
    return { view, read: 'allowed', change: 'unknown' };
  } catch (thrown) {
    if (!(thrown instanceof DeskFailure) || thrown.code === 'canceled') throw thrown;
    return describe(view, thrown.error, tenants.get(tenantId).scopes);
  }
}

function describe(
  view: RightsView,
  { code, message, detail }: DeskError,
  scopes: readonly string[],
): ViewRights {
  const response = detail === undefined ? {} : { response: detail };
  if (code !== 'forbidden' && code !== 'refused-by-tenant') {
    const fixes = code === 'not-found' ? ['Check the analytics URL of the tenant.'] : ['Try again.'];
    return { view, read: 'unknown', change: 'unknown', cause: message, fixes, ...response };
  }
  // A rejected scope is a 401 that another token wouldn't help: RFC 6750, section 3.1.
  const isScope = detail?.startsWith('HTTP 401') === true;
  return {
    ...{ view, read: 'denied', change: 'denied' },
    cause: isScope
      ? 'The token doesn’t have the scope for it.'
      : 'The account or the app doesn’t have the right for it.',
    fixes: isScope ? scopeFixes(scopes) : roleFixes(view),
    ...response,
  };
}

const scopeFixes = (scopes: readonly string[]): string[] => [
  `Allow the missing scope for the app on the tenant. Requested are ${formatList(scopes)}.`,
  'Add the scope to the tenant’s scopes here, and sign in again.',
];

function roleFixes(view: RightsView): string[] {
  return [
    'Ask for a role with the admin right for it on the tenant.',
    usesAnalytics.has(view)
      ? 'Allow the analytics API for the app in the admin portal.'
      : 'Allow the management API for the app in the admin portal.',
    'Sign in as another account.',
  ];
}
