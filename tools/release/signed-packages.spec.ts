import { describe, expect, it } from 'vitest';
import { signedPackages } from './signed-packages.ts';

const updates = { RELEASE_PUBLIC_KEY: 'public key', UPDATE_FEED: 'https://updates.example/' };
const mac = {
  ...updates,
  CSC_LINK: 'certificate',
  CSC_KEY_PASSWORD: 'password',
  APPLE_API_KEY: 'key.p8',
  APPLE_API_KEY_ID: 'id',
  APPLE_API_ISSUER: 'issuer',
};
const windows = {
  ...updates,
  AZURE_TENANT_ID: 'tenant',
  AZURE_CLIENT_ID: 'client',
  AZURE_CLIENT_SECRET: 'secret',
  AZURE_SIGNING_ENDPOINT: 'https://signing.example/',
  AZURE_SIGNING_ACCOUNT: 'account',
  AZURE_SIGNING_PROFILE: 'profile',
  SIGNING_PUBLISHER: 'CN=Tenant Desk',
};

describe('packages of a release', () => {
  it('are signed and notarized on macOS', () => {
    expect(signedPackages('darwin', mac)).toMatchObject({
      extends: 'electron-builder.yml',
      forceCodeSigning: true,
      mac: { notarize: true },
    });
  });

  it('are signed with the named publisher on Windows', () => {
    expect(signedPackages('win32', windows)).toMatchObject({
      forceCodeSigning: true,
      win: { azureSignOptions: { publisherName: 'CN=Tenant Desk', codeSigningAccountName: 'account' } },
    });
    expect(JSON.stringify(signedPackages('win32', windows))).not.toContain('secret');
  });

  it.each([
    ['darwin', { ...mac, APPLE_API_KEY: '' }, 'Set APPLE_API_KEY, or run'],
    ['win32', { ...windows, SIGNING_PUBLISHER: undefined }, 'Set SIGNING_PUBLISHER, or run'],
    ['linux', { ...updates, RELEASE_PUBLIC_KEY: '' }, 'Set RELEASE_PUBLIC_KEY, or run'],
    ['darwin', {}, 'Set RELEASE_PUBLIC_KEY, UPDATE_FEED, CSC_LINK, CSC_KEY_PASSWORD, APPLE_API_KEY'],
  ] as const)('are not built unsigned on %s', (platform, env, message) => {
    expect(() => signedPackages(platform, env)).toThrow(message);
  });

  it('need no certificate on Linux, where the signed sums list them', () => {
    expect(signedPackages('linux', updates)).toEqual({
      extends: 'electron-builder.yml',
      publish: { provider: 'generic', url: 'https://updates.example/' },
      extraMetadata: { release: { publicKey: 'public key', feedUrl: 'https://updates.example/' } },
    });
  });

  it('know the key of updates, and on Windows the publisher', () => {
    expect(signedPackages('win32', windows).extraMetadata).toEqual({
      release: {
        publicKey: 'public key',
        feedUrl: 'https://updates.example/',
        publisher: 'CN=Tenant Desk',
      },
    });
  });
});
