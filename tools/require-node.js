import { argv0, arch, exit, platform, stderr, version, versions } from 'node:process';

/**
 * Exits with a message if the Node that runs the scripts is too old: on systems without a Node in
 * package-lock.json, and if npm was told to omit optional packages. Runs on any Node.
 */
const [major = 0, minor = 0] = versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 5)) {
  stderr.write(
    `Tenant Desk needs Node 24.5 or newer. Its own was not installed for ${platform} on ${arch}, and ${argv0} is ${version}. Install Node 26, or run npm without --omit=optional.\n`,
  );
  exit(1);
}
