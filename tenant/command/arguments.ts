import { parseArgs } from 'node:util';

export interface TenantArguments {
  /** First port; 0 means the previous ports, or free ones. */
  readonly port: number;
  readonly tenants: number;
  /** Undefined: a temporary folder that is removed on exit. */
  readonly dataFolder: string | undefined;
  readonly applications: number;
  readonly events: number;
  readonly printsAdminToken: boolean;
  readonly queryTimeoutSeconds: number;
  /** SMTP server for report e-mails; undefined: they are written to the tenant's outbox folder. */
  readonly smtpUrl: string | undefined;
}

export const usage =
  'Usage: tenant [--port N] [--tenants N] [--data DIR] [--apps N] [--events N] [--query-timeout SECONDS] [--smtp URL] [--admin-token]';

/** An invalid command line; its message is one line for the user. */
export class CommandLineError extends Error {}

/** Reads the command line. Throws CommandLineError. */
export function readArguments(argv: readonly string[]): TenantArguments {
  const values = parse(argv);
  const tenants = whole(values.tenants, '--tenants', 2, 1, 32);
  return {
    port: whole(values.port, '--port', 0, 0, 65_536 - tenants),
    tenants,
    dataFolder: folder(values.data),
    applications: whole(values.apps, '--apps', 40, 0, 1_000_000),
    events: whole(values.events, '--events', 5_000, 0, 50_000_000),
    printsAdminToken: values['admin-token'] === true,
    queryTimeoutSeconds: whole(values['query-timeout'], '--query-timeout', 8, 1, 3600),
    smtpUrl: mailServer(values.smtp),
  };
}

type Values = Partial<
  Record<'port' | 'tenants' | 'data' | 'apps' | 'events' | 'query-timeout' | 'smtp', string>
> & {
  'admin-token'?: boolean;
};

function parse(argv: readonly string[]): Values {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        tenants: { type: 'string' },
        data: { type: 'string' },
        apps: { type: 'string' },
        events: { type: 'string' },
        'query-timeout': { type: 'string' },
        smtp: { type: 'string' },
        'admin-token': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new CommandLineError(`${text.replace(/\. To specify.*$/, '.')} ${usage}`);
  }
}

function whole(text: string | undefined, name: string, fallback: number, min: number, max: number): number {
  if (text === undefined) return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new CommandLineError(
      `${name} must be an integer from ${min} to ${max}, not ${JSON.stringify(text)}.`,
    );
  return value;
}

function folder(text: string | undefined): string | undefined {
  if (text !== undefined && text.trim() === '') throw new CommandLineError('--data needs a folder.');
  return text;
}

function mailServer(text: string | undefined): string | undefined {
  if (text !== undefined && !/^smtps?:\/\/[^\s/]+$/.test(text))
    throw new CommandLineError('--smtp must be a URL such as smtp://127.0.0.1:2525.');
  return text;
}
