import { escapeHtml } from '../../languages/text/escape-html.ts';
import { renderPage } from '../http/page.ts';

interface ConsentPageModel {
  readonly tenantName: string;
  readonly applicationName: string;
  readonly action: string;
  readonly displayName: string;
  readonly username: string;
  readonly scopes: readonly ScopeText[];
}

interface ScopeText {
  readonly name: string;
  /** Undefined for a scope without a description. */
  readonly description: string | undefined;
}

/** Asks the user to authorize an application. Works without scripts, like the sign-in page. */
export function renderConsentPage(model: ConsentPageModel): string {
  const application = escapeHtml(model.applicationName);
  const scopes = model.scopes
    .map(({ name, description }) =>
      description === undefined
        ? `<li>Use “${escapeHtml(name)}”</li>`
        : `<li>${escapeHtml(description)}<span>${escapeHtml(name)}</span></li>`,
    )
    .join('');
  return renderPage(
    `Authorize ${model.applicationName}`,
    `<span class="badge">Sandbox · test data only</span>
<h1>Authorize ${application}</h1><p class="quiet">Signed in to ${escapeHtml(model.tenantName)} as ${escapeHtml(model.displayName)} (${escapeHtml(model.username)})</p>
<h2 id="wants">This application wants to</h2>
<ul class="facts" aria-labelledby="wants">${scopes}</ul>
<form method="post" action="${escapeHtml(model.action)}">
<button type="submit" name="decision" value="allow">Allow</button>
<button class="plain" type="submit" name="decision" value="deny">Deny</button>
</form>`,
  );
}

const SCOPE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  openid: 'Verify your identity',
  profile: 'View your name and profile picture',
  email: 'View your email address',
  offline_access: 'Keep access when you are not using it',
};

/** Known scopes are described by the application's admin. */
export function scopeText(name: string, description: string | undefined): ScopeText {
  return { name, description: SCOPE_DESCRIPTIONS[name] ?? (description === '' ? undefined : description) };
}
