import { escapeHtml } from '../../languages/text/escape-html.ts';
import { renderPage } from '../http/page.ts';
import type { OfferedTicket } from './sign-in-tickets.ts';

interface SignInPageModel {
  readonly tenantName: string;
  readonly applicationName: string;
  readonly action: string;
  readonly username: string;
  /** A valid ticket is filled in as the password. The password itself is on no page. */
  readonly ticket: OfferedTicket;
  readonly message?: string;
  readonly people: readonly {
    readonly username: string;
    readonly displayName: string;
    readonly jobTitle: string;
  }[];
}

/** Hints on how to obtain the password. HTML. */
const PASSWORD_HINTS = {
  none: 'Printed by the <code>tenant</code> command at startup. Tenant Desk fills it in automatically.',
  valid: 'Filled in by Tenant Desk for this sign-in',
  void: 'Start the sign-in again in Tenant Desk, or enter the password of this installation.',
} as const satisfies Record<OfferedTicket['state'], string>;

const VOID_TICKET = 'This sign-in link has expired or was already used.';

/** The sign-in page. Works without scripts: selecting a user is a link that fills the fields. */
export function renderSignInPage(model: SignInPageModel): string {
  const { ticket } = model;
  const isFilledIn = ticket.state === 'valid';
  const message = model.message ?? (ticket.state === 'void' ? VOID_TICKET : undefined);
  const alert = message === undefined ? '' : `<p class="alert" role="alert">${escapeHtml(message)}</p>`;
  const people = model.people
    .map(
      (person) =>
        `<li><a href="${escapeHtml(model.action)}?user=${encodeURIComponent(person.username)}">${escapeHtml(person.displayName)}<span>${escapeHtml(person.username)} · ${escapeHtml(person.jobTitle)}</span></a></li>`,
    )
    .join('');
  return renderPage(
    `Sign in to ${model.tenantName}`,
    `<span class="badge">Sandbox · test data only</span>
<h1>Sign in to ${escapeHtml(model.tenantName)}</h1><p class="quiet">to continue to ${escapeHtml(model.applicationName)}</p>${alert}
<form method="post" action="${escapeHtml(model.action)}">
<label for="username">User name</label><input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${escapeHtml(model.username)}">
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="off" aria-describedby="password-hint" required value="${isFilledIn ? escapeHtml(ticket.ticket) : ''}"${isFilledIn ? '' : ' autofocus'}>
<p class="hint" id="password-hint">${PASSWORD_HINTS[ticket.state]}</p>
<button type="submit" name="decision" value="sign-in"${isFilledIn ? ' autofocus' : ''}>Sign in</button>
<button class="plain" type="submit" name="decision" value="cancel" formnovalidate>Cancel</button>
</form>
<details><summary>Choose a test user</summary><ul>${people}</ul></details>`,
  );
}
