import { XML_SIGNATURE } from '../../languages/saml/saml-names.ts';

/** Names of SAML 2.0. Sources: SAML 2.0 Core, section 8, Bindings, sections 3.4 and 3.5, and Authentication Context. */
export const HTTP_POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';

/** Top-level status codes and the second-level ones that this tenant uses (Core, section 3.2.2.2). */
export const statusCodes = {
  requester: `${STATUS}Requester`,
  responder: `${STATUS}Responder`,
  versionMismatch: `${STATUS}VersionMismatch`,
  authnFailed: `${STATUS}AuthnFailed`,
  invalidNameIdPolicy: `${STATUS}InvalidNameIDPolicy`,
  noAuthnContext: `${STATUS}NoAuthnContext`,
  noPassive: `${STATUS}NoPassive`,
  requestDenied: `${STATUS}RequestDenied`,
  requestUnsupported: `${STATUS}RequestUnsupported`,
  unsupportedBinding: `${STATUS}UnsupportedBinding`,
} as const;

const CONTEXT = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';

/**
 * Authentication contexts of a sign-in at this tenant: a password, over loopback or TLS. The first is the
 * default.
 */
export const passwordContexts = [`${CONTEXT}PasswordProtectedTransport`, `${CONTEXT}Password`] as const;

export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const ENVELOPED_SIGNATURE = `${XML_SIGNATURE}enveloped-signature`;

/** Signature and digest algorithms by hash (RFC 9231, sections 2.1 and 2.3). */
export const signatureAlgorithms = {
  sha1: `${XML_SIGNATURE}rsa-sha1`,
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  sha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
} as const;
export const digestAlgorithms = {
  sha1: `${XML_SIGNATURE}sha1`,
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
} as const;

export type HashName = keyof typeof signatureAlgorithms;

export const isHashName = (name: string): name is HashName => Object.hasOwn(signatureAlgorithms, name);
