import { escapeHtml, renderPage } from '../http/page.ts';

export interface SignInPageModel {
  readonly tenantName: string;
  readonly applicationName: string;
  readonly action: string;
  readonly username: string;
  /** The published password of the seeded users; empty when the user's own password is not it. */
  readonly password: string;
  readonly message?: string;
  readonly people: readonly {
    readonly username: string;
    readonly displayName: string;
    readonly jobTitle: string;
  }[];
}

/** The sign-in page. It works without scripts: choosing a person is a link that fills the fields. */
export function renderSignInPage(model: SignInPageModel): string {
  const alert =
    model.message === undefined ? '' : `<p class="alert" role="alert">${escapeHtml(model.message)}</p>`;
  const people = model.people
    .map(
      (person) =>
        `<li><a href="${escapeHtml(model.action)}?user=${encodeURIComponent(person.username)}">${escapeHtml(person.displayName)}<span>${escapeHtml(person.username)} · ${escapeHtml(person.jobTitle)}</span></a></li>`,
    )
    .join('');
  return renderPage(
    `Sign in to ${model.tenantName}`,
    `<span class="badge">Sandbox · fictional people, local data</span>
<h1>Sign in to ${escapeHtml(model.tenantName)}</h1><p class="quiet">to continue to ${escapeHtml(model.applicationName)}</p>${alert}
<form method="post" action="${escapeHtml(model.action)}">
<label for="username">User name</label><input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${escapeHtml(model.username)}">
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="off" required value="${escapeHtml(model.password)}">
<button type="submit" name="decision" value="sign-in" autofocus>Sign in</button>
<button class="plain" type="submit" name="decision" value="cancel" formnovalidate>Cancel</button>
</form>
<details><summary>Sign in as someone else</summary><ul>${people}</ul></details>`,
  );
}
