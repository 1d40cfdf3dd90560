import type { Json, JobArguments } from './library-values.ts';

/** What is mailed, and to whom. */
interface ReportMail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly name: string;
  readonly format: ReportFormat;
  /** With its parameters filled in: the specification binds none. */
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

/** Most people that one review sends a report to. */
const maxRecipients = 100;

/** Addresses separated by commas, semicolons, blanks or lines; each once. */
export function readRecipients(typed: string): Recipients {
  const all = typed.split(/[\s,;]+/).filter((part) => part !== '');
  const addresses = [...new Map(all.map((address) => [address.toLowerCase(), address])).values()];
  if (addresses.length === 0) return { ok: false, message: 'Enter at least one e-mail address.' };
  const wrong = addresses.find(
    (address) => !/^[^\s@<>,;:"()[\]\\]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(address),
  );
  if (wrong !== undefined) return { ok: false, message: `“${wrong}” is no e-mail address.` };
  if (addresses.length > maxRecipients) {
    return {
      ok: false,
      message: `Send it to ${maxRecipients} people at most, or to a list that your mail server keeps.`,
    };
  }
  return { ok: true, addresses };
}
