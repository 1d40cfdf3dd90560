import type { KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml } from '../../languages/text/escape-html.ts';
import { pageHeaders, renderPage } from '../http/page.ts';
import { redirectSource } from './interaction.ts';

/** Asks before ending the session. `form` is the provider's own form with the ID `op.logoutForm`. */
export function renderSignOutPage(ctx: KoaContextWithOIDC, form: string, tenantName: string): void {
  const target = redirectSource(ctx.oidc.params?.['post_logout_redirect_uri']);
  ctx.set(pageHeaders(target === undefined ? [] : [target]));
  ctx.body = renderPage(
    'Sign out',
    `<span class="badge">Sandbox</span><h1>Sign out of ${escapeHtml(tenantName)}?</h1><p class="quiet">This ends your session in this browser.</p>${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button><button class="plain" type="submit" form="op.logoutForm">Stay signed in</button>`,
  );
}

export function renderSignedOutPage(ctx: KoaContextWithOIDC, tenantName: string): void {
  ctx.set(pageHeaders());
  ctx.body = renderPage(
    'Signed out',
    `<span class="badge">Sandbox</span><h1>You are signed out</h1><p class="quiet">${escapeHtml(tenantName)}. You can close this page.</p>`,
  );
}
