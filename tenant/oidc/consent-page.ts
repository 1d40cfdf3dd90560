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
  /** Undefined where nobody has described it. */
  readonly words: string | undefined;
}

/** Asks whether an application may have what it wants of the person. Works without scripts, as the sign-in page does. */
export function renderConsentPage(model: ConsentPageModel): string {
  const application = escapeHtml(model.applicationName);
  const scopes = model.scopes
    .map(({ name, words }) =>
      words === undefined
        ? `<li>Use “${escapeHtml(name)}”</li>`
        : `<li>${escapeHtml(words)}<span>${escapeHtml(name)}</span></li>`,
    )
    .join('');
  return renderPage(
    `Allow ${model.applicationName}`,
    `<span class="badge">Sandbox · fictional people, local data</span>
<h1>Allow ${application}?</h1><p class="quiet">Signed in to ${escapeHtml(model.tenantName)} as ${escapeHtml(model.displayName)} (${escapeHtml(model.username)})</p>
<h2 id="wants">It wants to</h2>
<ul class="facts" aria-labelledby="wants">${scopes}</ul>
<form method="post" action="${escapeHtml(model.action)}">
<button type="submit" name="decision" value="allow">Allow</button>
<button class="plain" type="submit" name="decision" value="deny">Deny</button>
</form>`,
  );
}

const WORDS: Readonly<Record<string, string>> = {
  openid: 'Know who you are',
  profile: 'See your name and picture',
  email: 'See your e-mail address',
  offline_access: 'Stay signed in for you while you are away',
};

/** A known scope is described by its administrator. */
export function scopeText(name: string, description: string | undefined): ScopeText {
  return { name, words: WORDS[name] ?? (description === '' ? undefined : description) };
}
