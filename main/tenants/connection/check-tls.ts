import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { formatDate } from '../../../languages/text/intl.ts';
import { isSecureAddress } from '../../../contract/schema/loopback.ts';
import type { HttpResponse, Transport } from '../../platform/http/transport.ts';
import type { Finding } from './finding.ts';
import { failed, ok } from './finding.ts';

/** The response itself doesn't matter. */
const maxBytes = 256 * 1024;
const maxSeconds = 15;

/** Whether the tenant accepts a connection, and its certificate is trusted. Any HTTP status will do. */
export async function checkTls(transport: Transport, url: URL, signal: AbortSignal): Promise<Finding> {
  if (!isSecureAddress(url.href)) {
    return failed({
      finding: 'Not encrypted',
      cause: 'Plain http is only allowed on this computer.',
      fixes: ['Enter the tenant URL with https://.'],
    });
  }
  try {
    return connected(
      url,
      await transport.send({
        ...{ method: 'GET', url: url.href, headers: {}, signal, maxBytes },
        ...{ timeoutSeconds: maxSeconds, isRead: true, wantsTls: true },
        purpose: `connect to ${url.host}`,
      }),
    );
  } catch (error) {
    if (!(error instanceof DeskFailure)) throw error;
    return describeFailure(error, url);
  }
}

function connected({ protocol }: URL, { tls }: HttpResponse): Finding {
  if (protocol === 'http:') return ok('Plain http on this computer');
  if (tls === undefined) return ok('Encrypted, certificate trusted');
  const version = tls.protocol.replace(/^TLSv/, 'TLS ');
  return ok(`${version}, certificate valid until ${formatDate(tls.validUntil)}`);
}

function describeFailure(error: DeskFailure, { host }: URL): Finding {
  const { code, detail } = error.error;
  switch (code) {
    // Something responded at length, so the connection works.
    case 'response-too-large':
      return ok('Connected');
    case 'tls-failed':
      return failed({ ...certificateProblem(detail ?? '', host), code: detail });
    case 'canceled':
      throw error;
    case 'proxy-login-required':
      return failed({
        finding: 'The proxy requires a login',
        cause: error.error.message,
        fixes: ['Enter the proxy’s username and password in Settings, under Network.'],
      });
    default:
      return failed({
        finding: code === 'timed-out' ? 'No response' : 'No connection',
        cause: `${host} doesn’t accept a connection.`,
        fixes: [
          'Check the host and port of the tenant URL.',
          'Connect to the VPN, if the tenant needs one.',
          'Check the proxy in Settings, under Network.',
        ],
        code: detail ?? code,
      });
  }
}

function certificateProblem(code: string, host: string) {
  if (code === 'CERT_HAS_EXPIRED')
    return {
      finding: 'The certificate has expired',
      cause: `${host} presents a certificate that has expired.`,
      fixes: ['Ask the tenant’s admin to renew it.', 'Check the date and time of this computer.'],
    };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return {
      finding: 'The certificate is for another host',
      cause: `The certificate doesn’t name ${host}.`,
      fixes: ['Check the spelling of the tenant URL.', 'Use the host that the certificate names.'],
    };
  return {
    finding: 'The certificate isn’t trusted',
    cause: `This computer doesn’t trust the issuer of ${host}’s certificate.`,
    fixes: [
      'If your organization has its own certificate authority, add its certificate in Settings, under Network.',
      'If not, don’t continue: someone may be intercepting the connection.',
    ],
  };
}
