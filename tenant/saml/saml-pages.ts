import { escapeHtml } from '../../languages/text/escape-html.ts';
import { pageHeaders, renderPage } from '../http/page.ts';
import type { OutgoingResponse } from './make-response.ts';

export interface SamlPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/**
 * The page that posts a response (Bindings, section 3.5.4): by script immediately, or by a button without
 * scripts. `nonce` is base64 and new for each page.
 */
export function renderPostPage(
  { acsUrl, samlResponse, relayState }: OutgoingResponse,
  applicationName: string,
  nonce: string,
): SamlPage {
  const hidden = (name: string, value: string): string =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  const form = `<form method="post" action="${escapeHtml(acsUrl)}">${hidden('SAMLResponse', samlResponse)}${
    relayState === undefined ? '' : hidden('RelayState', relayState)
  }<button type="submit">Continue</button></form>`;
  const headers = pageHeaders();
  return {
    headers: {
      ...headers,
      // Browsers also apply `form-action` to redirects after the form, and those are up to the service
      // provider.
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; img-src data:; form-action http: https:; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
    },
    html: renderPage(
      `Signing in to ${applicationName}`,
      `<span class="badge">Sandbox</span><h1>Signing in to ${escapeHtml(applicationName)}</h1><p class="quiet">If nothing happens, select Continue.</p>${form}<script nonce="${nonce}">document.forms[0].submit()</script>`,
    ),
  };
}

/** Shown if the service provider can't be answered. */
export function renderSamlErrorPage(tenantName: string, message: string): SamlPage {
  return {
    headers: pageHeaders(),
    html: renderPage(
      'Sign-in failed',
      `<span class="badge">Sandbox</span><h1>Sign-in failed</h1><p class="quiet">${escapeHtml(tenantName)}</p><p class="alert" role="alert">${escapeHtml(message)}</p><p class="quiet">Close this page and try again from the application.</p>`,
    ),
  };
}
