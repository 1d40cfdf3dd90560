import type { Configuration } from 'electron-builder';

/** What every package needs to find and verify updates. */
const neededByAll = ['RELEASE_PUBLIC_KEY', 'UPDATE_FEED'] as const;

/** What the signing of a system reads from the environment. */
const neededBy = {
  linux: [],
  darwin: ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  win32: [
    'AZURE_TENANT_ID',
    'AZURE_CLIENT_ID',
    'AZURE_CLIENT_SECRET',
    'AZURE_SIGNING_ENDPOINT',
    'AZURE_SIGNING_ACCOUNT',
    'AZURE_SIGNING_PROFILE',
    'SIGNING_PUBLISHER',
  ],
} as const;

/**
 * The configuration of electron-builder for a release: like every build, but it fails if something isn't signed. Throws, and
 * names them, if variables are missing.
 */
export function signedPackages(
  platform: keyof typeof neededBy,
  env: Readonly<Record<string, string | undefined>>,
): Configuration {
  const missing = [...neededByAll, ...neededBy[platform]].filter((name) => (env[name] ?? '') === '');
  if (missing.length > 0)
    throw new Error(`A release is signed. Set ${missing.join(', ')}, or run npm run package.`);
  const base = releaseConfiguration(platform, env);
  switch (platform) {
    case 'linux':
      return base;
    case 'darwin':
      return { ...base, forceCodeSigning: true, mac: { notarize: true } };
    case 'win32': {
      const read = (name: (typeof neededBy.win32)[number]) => env[name] ?? '';
      return {
        ...base,
        forceCodeSigning: true,
        win: {
          azureSignOptions: {
            publisherName: read('SIGNING_PUBLISHER'),
            endpoint: read('AZURE_SIGNING_ENDPOINT'),
            codeSigningAccountName: read('AZURE_SIGNING_ACCOUNT'),
            certificateProfileName: read('AZURE_SIGNING_PROFILE'),
          },
        },
      };
    }
  }
}

function releaseConfiguration(
  platform: keyof typeof neededBy,
  env: Readonly<Record<string, string | undefined>>,
): Configuration {
  const feedUrl = env['UPDATE_FEED'] ?? '';
  const publisher = platform === 'win32' ? { publisher: env['SIGNING_PUBLISHER'] } : {};
  return {
    extends: 'electron-builder.yml',
    // Nothing is published by electron-builder. With a feed, it writes down beside the program how it was packaged.
    publish: { provider: 'generic', url: feedUrl },
    // Read by main/updates/release-facts.ts. Without them, a program has no updates.
    extraMetadata: { release: { publicKey: env['RELEASE_PUBLIC_KEY'], feedUrl, ...publisher } },
  };
}
