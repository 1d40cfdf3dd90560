export type LogLevel = 'info' | 'warning' | 'error';

/** The log of the services. Secrets are removed before writing. */
export interface Log {
  /** `event` is a constant such as `session.refreshed`; variable data goes into `fields`. */
  write(level: LogLevel, event: string, fields?: Readonly<Record<string, unknown>>): void;
}
