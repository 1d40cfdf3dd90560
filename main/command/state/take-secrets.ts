/** Secrets of the environment. Removed from `process.env`, so that no process or thread that is started later has them. */
export interface RunSecrets {
  readonly token: string | undefined;
  readonly clientSecret: string | undefined;
  readonly backupPassphrase: string | undefined;
}

/** Takes the secrets out of the environment. */
export function takeSecrets(env: NodeJS.ProcessEnv): RunSecrets {
  const take = (name: string): string | undefined => {
    const value = env[name];
    Reflect.deleteProperty(env, name);
    return value === '' ? undefined : value;
  };
  return {
    token: take('TDESK_TOKEN'),
    clientSecret: take('TDESK_CLIENT_SECRET'),
    backupPassphrase: take('TDESK_BACKUP_PASSPHRASE'),
  };
}
