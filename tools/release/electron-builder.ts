import { signedPackages } from './signed-packages.ts';

/** `electron-builder --config tools/release/electron-builder.ts`, in the release job. */
const { platform } = process;
if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32')
  throw new Error(`There are no packages for ${platform}.`);
export default signedPackages(platform, process.env);
