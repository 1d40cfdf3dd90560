/**
 * Messages between the fake of Electron's main process and a utility process; ports are identified by number.
 */
export type UtilityMessage =
  | { readonly to: 'process'; readonly data: unknown; readonly ports: readonly number[] }
  | { readonly to: 'port'; readonly port: number; readonly data: unknown }
  | { readonly to: 'closed-port'; readonly port: number };
