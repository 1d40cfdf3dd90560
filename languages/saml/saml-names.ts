/** Namespaces of SAML 2.0 messages. Source: SAML 2.0 Core, section 1.1. */
export const SAML_PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const SAML_ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
