import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { SigningCertificate } from '../../tenant/saml/signing-certificate.ts';

const apache = '/usr/sbin/apache2';
const modules = '/usr/lib/apache2/modules';

/** Whether Debian's apache2 and libapache2-mod-auth-mellon are installed. */
export async function hasMellon(): Promise<boolean> {
  const isThere = await access(`${modules}/mod_auth_mellon.so`).then(
    () => true,
    () => false,
  );
  return isThere && spawnSync(apache, ['-v']).status === 0;
}

export interface MellonOptions {
  readonly port: number;
  readonly key: SigningCertificate;
  /** Metadata of the identity provider. */
  readonly metadata: string;
}

/** An Apache whose folder `/secret/` requires a SAML sign-in; it shows the user in headers. */
export interface MellonService extends AsyncDisposable {
  readonly baseUrl: string;
  /** Apache's error log. */
  errors(): Promise<string>;
}

export const mellonEntityId = (port: number): string => `http://127.0.0.1:${port}/mellon/metadata`;
export const mellonAcsUrl = (port: number): string => `http://127.0.0.1:${port}/mellon/postResponse`;

export async function startMellon({ port, key, metadata }: MellonOptions): Promise<MellonService> {
  const folder = await mkdtemp(join(tmpdir(), 'mellon-'));
  const at = (name: string): string => join(folder, name);
  // Started by root, Apache serves as another user.
  await chmod(folder, 0o755);
  await mkdir(at('www/secret'), { recursive: true });
  await writeFile(at('www/secret/index.html'), '<p>The secret page</p>');
  await writeFile(at('key.pem'), key.privateKey);
  await writeFile(at('certificate.pem'), key.certificate);
  await writeFile(at('idp.xml'), metadata);
  await writeFile(at('sp.xml'), serviceMetadata(port, key));
  await writeFile(at('apache.conf'), configuration(at, port));
  const child = spawn(apache, ['-f', at('apache.conf'), '-DFOREGROUND'], { stdio: 'ignore' });
  const errors = (): Promise<string> => readFile(at('error.log'), 'utf8').catch(() => '');
  try {
    await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`), { timeout: 20_000 });
  } catch {
    throw new Error(`Apache did not start: ${await errors()}`);
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    errors,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** A port that is currently unused. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

function serviceMetadata(port: number, { base64 }: SigningCertificate): string {
  const keyOf = (use: string): string =>
    `<KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${mellonEntityId(port)}">
<SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
${keyOf('signing')}${keyOf('encryption')}
<AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${mellonAcsUrl(port)}"/>
</SPSSODescriptor></EntityDescriptor>`;
}

function configuration(at: (name: string) => string, port: number): string {
  const load = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'dir', 'auth_mellon'];
  return `ServerName 127.0.0.1
Listen 127.0.0.1:${port}
${load.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
PidFile ${at('apache.pid')}
DefaultRuntimeDir ${at('.')}
ErrorLog ${at('error.log')}
DocumentRoot ${at('www')}
DirectoryIndex index.html
MellonLockFile ${at('mellon.lock')}
<Location />
  MellonEnable info
  MellonEndpointPath /mellon
  MellonSPPrivateKeyFile ${at('key.pem')}
  MellonSPCertFile ${at('certificate.pem')}
  MellonSPMetadataFile ${at('sp.xml')}
  MellonIdPMetadataFile ${at('idp.xml')}
  MellonSecureCookie Off
  MellonSignatureMethod rsa-sha256
</Location>
<Location /secret/>
  AuthType Mellon
  MellonEnable auth
  Require valid-user
  Header set X-Name-Id "%{MELLON_NAME_ID}e"
  Header set X-Email "%{MELLON_email}e"
</Location>
`;
}
