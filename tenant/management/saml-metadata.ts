import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nameIdFormat } from '../../languages/assertion/assertion-document.ts';
import { publicAccess } from '../http/route-access.ts';
import { xmlAttribute, xmlText } from '../../languages/assertion/xml-text.ts';
import type { ApplicationRecord } from './application-record.ts';
import type { ApplicationStore } from './application-store.ts';
import { flagIn } from './oauth-profile.ts';

/**
 * The tenant's identity provider metadata for a SAML application, at the application's `IdpMetadataUrl`, with
 * its signing certificate as base64. The application fetches it itself, so it needs no token. 404 for
 * everything that isn't a SAML application. Source: SAML 2.0 Metadata, section 2.4.3.
 */
export function addSamlMetadataRoutes(
  app: FastifyInstance,
  applications: ApplicationStore,
  certificate: string,
): void {
  const sendMetadata = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const stored = applications.find(applicationIn(request.query));
    if (stored?.kind !== 'Saml') return reply.code(404).send();
    return reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(renderMetadata(stored.members, certificate));
  };
  app.register(async (scope) => {
    // The URL identifies everything; clients send arbitrary bodies with a POST.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
    scope.route({
      method: ['GET', 'POST'],
      url: '/SaasManage/DownloadSAMLMetadataForApp',
      ...publicAccess,
      handler: sendMetadata,
    });
  });
}

/** Declares no single logout, which this tenant doesn't support. */
function renderMetadata(members: ApplicationRecord, certificate: string): string {
  const text = (name: string): string => {
    const value = members[name];
    return typeof value === 'string' ? value : '';
  };
  const wantsSigned = flagIn(members, 'WantAuthnRequestsSigned') ?? false;
  const service = ['HTTP-Redirect', 'HTTP-POST'].map(
    (binding) =>
      `    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${xmlAttribute(text('SignInUrl'))}"/>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${xmlAttribute(text('Issuer'))}">`,
    `  <md:IDPSSODescriptor WantAuthnRequestsSigned="${wantsSigned}" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">`,
    '    <md:KeyDescriptor use="signing">',
    '      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">',
    `        <ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data>`,
    '      </ds:KeyInfo>',
    '    </md:KeyDescriptor>',
    `    <md:NameIDFormat>${xmlText(nameIdFormat(text('NameIDFormat') || 'unspecified'))}</md:NameIDFormat>`,
    ...service,
    '  </md:IDPSSODescriptor>',
    '</md:EntityDescriptor>',
    '',
  ].join('\n');
}

/** `?appkey=` in any case, like members of the management API. */
function applicationIn(query: unknown): string {
  const members = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  const value: unknown = members.find(([name]) => name.toLowerCase() === 'appkey')?.[1];
  return typeof value === 'string' ? value : '';
}
