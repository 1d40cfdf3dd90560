import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { DiscoveredProvider } from '../../../contract/tenants/tenants.ts';
import { isSameAddress } from '../../../contract/values/normalized-address.ts';
import { formatShortList } from '../../../languages/text/intl.ts';
import type { Finding } from './finding.ts';
import { failed, ok, warning } from './finding.ts';

const byHand = 'If discovery is off, enter the endpoints under “Manual provider settings”.';

/** What discovery found, and whether signing in can use it. */
export async function checkProvider(
  { baseUrl, issuer }: { readonly baseUrl: string; readonly issuer?: string | undefined },
  allowedHosts: readonly string[],
  discover: () => Promise<DiscoveredProvider>,
): Promise<Finding> {
  try {
    const provider = await discover();
    return { ...judge(provider, issuer ?? baseUrl, allowedHosts), provider };
  } catch (error) {
    if (!(error instanceof DeskFailure)) throw error;
    return describeFailure(error);
  }
}

function judge(
  { issuer, otherHosts = [], supportsPkce }: DiscoveredProvider,
  expected: string,
  allowedHosts: readonly string[],
): Finding {
  const { host } = new URL(issuer);
  const unknownHosts = otherHosts.filter((other) => !allowedHosts.includes(other));
  if (unknownHosts.length > 0) {
    return warning({
      finding: 'Found; allow its other hosts',
      cause: `Sign-in also uses ${formatShortList(unknownHosts, 3)}.`,
      fixes: ['Allow these hosts if you trust them: a malicious tenant could name another provider.'],
    });
  }
  if (!supportsPkce) {
    return warning({
      finding: 'Found, without PKCE',
      cause: 'The tenant doesn’t say that it supports PKCE (S256), which sign-in uses.',
      fixes: ['Sign in to find out. If it fails, ask the tenant’s admin to allow PKCE.'],
    });
  }
  return ok(isSameAddress(issuer, expected) ? 'Found, issuer matches' : `Found, issuer is ${host}`);
}

function describeFailure(error: DeskFailure): Finding {
  const { code, message, detail } = error.error;
  switch (code) {
    case 'canceled':
      throw error;
    case 'issuer-mismatch':
      return failed({
        finding: 'Another issuer',
        cause: message,
        fixes: ['Enter the issuer that the OpenID configuration names, if you trust it.'],
        code,
      });
    case 'discovery-not-json':
      return warning({
        finding: 'Not an OpenID configuration',
        cause: message,
        fixes: ['Check the tenant URL.', byHand],
        code,
        response: detail,
      });
    case 'discovery-failed': {
      const status = /^HTTP (\d+)$/.exec(detail ?? '')?.[1];
      return warning({
        finding: `${absenceOf(status)}. Enter it below`,
        cause:
          status === undefined ? message : `The tenant has no OpenID configuration there: HTTP ${status}.`,
        fixes: ['Check the tenant URL.', byHand],
        code: status ?? code,
      });
    }
    default:
      return failed({ finding: 'Couldn’t be loaded', cause: message, fixes: ['Try again.'], code });
  }
}

function absenceOf(status: string | undefined): string {
  if (status === undefined) return 'Couldn’t be loaded';
  return status === '404' ? 'Not found (404)' : `Rejected (${status})`;
}
