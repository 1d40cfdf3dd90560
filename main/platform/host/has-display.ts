/** True if windows can be opened: on Linux, depending on the environment; on other systems, always. */
export function hasDisplay({
  platform,
  env,
}: {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
}
