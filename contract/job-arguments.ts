import type { JobField, LibraryJob } from './job-library.ts';

/** What was typed, by the name of its field. */
export type EnteredForJob = Readonly<Record<string, string>>;

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export type JobArguments = Record<string, Json>;

export type WrittenArguments =
  | { readonly ok: true; readonly arguments: JobArguments }
  /** `name`: of the field. */
  | { readonly ok: false; readonly name: string; readonly message: string };

/** What stands in a field: what was typed, or what it begins with. */
export const enteredIn = ({ name, initial = '' }: JobField, entered: EnteredForJob): string =>
  entered[name] ?? initial;

/** Those of its fields that are asked for, given what was entered for others. */
export function askedFields(
  { fields }: Pick<LibraryJob, 'fields'>,
  entered: EnteredForJob,
): readonly JobField[] {
  return fields.filter(({ onlyWith }) => {
    const other = onlyWith && fields.find(({ name }) => name === onlyWith.name);
    return other === undefined || enteredIn(other, entered) === onlyWith?.value;
  });
}

/** The arguments that are sent. What was left blank is null. Moments are HTTP dates: platform specification, "Query and job endpoints". */
export function argumentsOfJob(job: Pick<LibraryJob, 'fields'>, entered: EnteredForJob): WrittenArguments {
  const sent: JobArguments = {};
  let earlier: { readonly label: string; readonly at: number } | undefined;
  for (const field of askedFields(job, entered)) {
    const { name, label, type, isRequired } = field;
    const typed = enteredIn(field, entered).trim();
    if (typed === '' && isRequired) return { ok: false, name, message: `Enter a value for “${label}”.` };
    if (!typed.isWellFormed()) {
      return { ok: false, name, message: 'The value holds half a character (a lone surrogate).' };
    }
    if (type !== 'moment') {
      put(sent, name, typed === '' ? null : typed);
      continue;
    }
    const at = new Date(typed).getTime();
    if (Number.isNaN(at)) return { ok: false, name, message: 'Enter a day and a time.' };
    if (earlier !== undefined && at <= earlier.at) {
      return {
        ok: false,
        name,
        message: `It ends before it begins: choose a time after “${earlier.label}”.`,
      };
    }
    earlier = { label, at };
    put(sent, name, new Date(at).toUTCString());
  }
  return { ok: true, arguments: sent };
}

function put(into: JobArguments, name: string, value: Json): void {
  const [head = '', ...rest] = name.split('.');
  if (rest.length === 0) {
    into[head] = value;
    return;
  }
  const inner = into[head];
  const object = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  put(object, rest.join('.'), value);
  into[head] = object;
}

/** What is mailed, and to whom. */
export interface ReportMail {
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

export type Recipients =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** Most people that one review sends a report to. */
const mostRecipients = 100;

/** Addresses separated by commas, semicolons, blanks or lines; each once. */
export function readRecipients(typed: string): Recipients {
  const all = typed.split(/[\s,;]+/).filter((part) => part !== '');
  const addresses = [...new Map(all.map((address) => [address.toLowerCase(), address])).values()];
  if (addresses.length === 0) return { ok: false, message: 'Enter at least one e-mail address.' };
  const wrong = addresses.find(
    (address) => !/^[^\s@<>,;:"()[\]\\]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(address),
  );
  if (wrong !== undefined) return { ok: false, message: `“${wrong}” is no e-mail address.` };
  if (addresses.length > mostRecipients) {
    return {
      ok: false,
      message: `Send it to ${mostRecipients} people at most, or to a list that your mail server keeps.`,
    };
  }
  return { ok: true, addresses };
}
