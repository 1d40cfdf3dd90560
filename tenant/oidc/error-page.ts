import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml } from '../../languages/text/escape-html.ts';
import { pageHeaders, renderPage } from '../http/page.ts';

/** For errors that can't be sent to a redirect URI, because it is unknown or not registered. */
export function renderErrorPage(ctx: KoaContextWithOIDC, out: ErrorOut, tenantName: string): void {
  ctx.set(pageHeaders());
  const detail = out.error_description === undefined ? '' : `<p>${escapeHtml(out.error_description)}</p>`;
  ctx.body = renderPage(
    'Sign-in failed',
    `<span class="badge">Sandbox</span><h1>Sign-in failed</h1><p class="quiet">${escapeHtml(tenantName)}</p>${detail}<p class="quiet">Error code: <code>${escapeHtml(out.error)}</code>. Close this page and try again from the application.</p>`,
  );
}
