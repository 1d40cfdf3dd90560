import type { Json, JobArguments } from './library-values.ts';

/** A report to email. */
interface ReportMail {
  /** One email address. */
  readonly to: string;
  readonly subject: string;
  readonly name: string;
  readonly format: ReportFormat;
  /** With parameter values inserted: the specification has no bound parameters. */
  readonly query: string;
  readonly parameters: readonly { readonly name: string; readonly shown: string; readonly value: Json }[];
}

export const reportFormats = ['html', 'csv'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Source: platform specification, "report e-mailing". */
export function reportArguments({ to, subject, name, format, query, parameters }: ReportMail): JobArguments {
  return {
    SelectQuery: query,
    Parameters: parameters.map((each) => ({ Name: each.name, DisplayValue: each.shown, Value: each.value })),
    To: to,
    Subject: subject,
    ReportFormat: format,
    ReportName: name,
  };
}

type Recipients =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** Maximum recipients in one review. */
const maxRecipients = 100;

/** Parses email addresses separated by commas, semicolons, spaces or line breaks, without duplicates. */
export function readRecipients(typed: string): Recipients {
  const all = typed.split(/[\s,;]+/).filter((part) => part !== '');
  const addresses = [...new Map(all.map((address) => [address.toLowerCase(), address])).values()];
  if (addresses.length === 0) return { ok: false, message: 'Enter at least one email address.' };
  const invalid = addresses.find(
    (address) => !/^[^\s@<>,;:"()[\]\\]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(address),
  );
  if (invalid !== undefined) return { ok: false, message: `“${invalid}” is not a valid email address.` };
  if (addresses.length > maxRecipients) {
    return {
      ok: false,
      message: `Enter at most ${maxRecipients} recipients, or use a mailing list.`,
    };
  }
  return { ok: true, addresses };
}
