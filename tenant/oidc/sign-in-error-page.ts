import { escapeHtml } from '../../languages/text/escape-html.ts';
import { renderPage } from '../http/page.ts';

/** Shown when a sign-in page is opened after its sign-in has ended, or in another browser. */
export function renderErrorPage(tenantName: string): string {
  return renderPage(
    'Sign-in session expired',
    `<span class="badge">Sandbox</span><h1>Sign-in session expired</h1><p class="quiet">${escapeHtml(tenantName)}</p><p>This sign-in was completed, has expired, or was started in another browser. Try again from the application.</p>`,
  );
}
