import type { statusCodes } from './saml-names.ts';

type StatusName = keyof typeof statusCodes;

/** The failure of a sign-in as sent to the service provider (Core, section 3.2.2). */
export interface SamlStatus {
  readonly code: 'requester' | 'responder' | 'versionMismatch';
  readonly detail?: StatusName;
  /** For the application's admin; never a secret. */
  readonly message: string;
}

/** A sign-in that ends with a SAML status at the service provider. */
export class SamlStatusFailure extends Error {
  override readonly name = 'SamlStatusFailure';
  readonly status: SamlStatus;

  constructor(code: SamlStatus['code'], detail: StatusName | undefined, message: string) {
    super(message);
    this.status = { code, message, ...(detail === undefined ? {} : { detail }) };
  }
}

/**
 * A request that must not be answered at any URL, because its sender is unknown or the response could be
 * misdirected: the user gets an error page.
 */
export class SamlRequestRejection extends Error {
  override readonly name = 'SamlRequestRejection';
  /** The HTTP status of the page. */
  readonly httpStatus: 400 | 403 | 404 | 413;

  constructor(httpStatus: SamlRequestRejection['httpStatus'], message: string) {
    super(message);
    this.httpStatus = httpStatus;
  }
}
