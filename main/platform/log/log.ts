export type LogLevel = 'info' | 'warning' | 'error';

/** Where services note what happened. Secrets are taken out before anything is written. */
export interface Log {
  /** `event` is a constant such as `session.refreshed`; what varies goes into `fields`. */
  write(level: LogLevel, event: string, fields?: Readonly<Record<string, unknown>>): void;
}
