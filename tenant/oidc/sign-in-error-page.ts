import { escapeHtml } from '../../languages/text/escape-html.ts';
import { renderPage } from '../http/page.ts';

/** Shown when a sign-in page is opened after its sign-in has ended, or in another browser. */
export function renderErrorPage(tenantName: string): string {
  return renderPage(
    'This sign-in has ended',
    `<span class="badge">Sandbox</span><h1>This sign-in has ended</h1><p class="quiet">${escapeHtml(tenantName)}</p><p>It was finished, has expired, or was started in another browser. Start again from the application.</p>`,
  );
}
