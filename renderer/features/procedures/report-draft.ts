import type { TypedParameter } from '../../../contract/queries/queries.ts';
import type { JobInput } from '../../../contract/jobs/jobs.ts';
import type { LibraryJob } from '../../../contract/jobs/job-library.ts';
import {
  readRecipients,
  reportArguments,
  reportFormats,
} from '../../../contract/procedures/report-arguments.ts';
import type { ReportFormat } from '../../../contract/procedures/report-arguments.ts';
import { bindParameters } from '../../../languages/sql/parameters.ts';
import { parameterValues, problemsOf } from '../../results/parameters/query-parameters.ts';

/** The entered values of a report email. */
export interface ReportDraft {
  readonly to: string;
  readonly subject: string;
  readonly name: string;
  readonly format: ReportFormat;
  readonly query: string;
  readonly parameters: readonly TypedParameter[];
}

type Texts = Readonly<Record<string, string>>;

/** Restores the stored values: texts by name. */
export function reportOf(entered: Texts): Omit<ReportDraft, 'parameters'> {
  const { to = '', subject = '', name = '', query = '' } = entered;
  return {
    to,
    subject,
    name,
    query,
    format: reportFormats.find((known) => known === entered['format']) ?? 'html',
  };
}

type WrittenReport =
  | { readonly ok: true; readonly inputs: readonly JobInput[] }
  /** `field`: the missing or invalid field. */
  | {
      readonly ok: false;
      readonly field: 'to' | 'subject' | 'query' | 'parameters';
      readonly message: string;
    };

/** One email per recipient: the specification allows one recipient per email. */
export function writeReport(job: LibraryJob, draft: ReportDraft): WrittenReport {
  const recipients = readRecipients(draft.to);
  if (!recipients.ok) return { ok: false, field: 'to', message: recipients.message };
  const subject = draft.subject.trim();
  if (subject === '') return { ok: false, field: 'subject', message: 'Enter a subject.' };
  if (/\p{Cc}/u.test(`${subject}${draft.name}`)) {
    return {
      ok: false,
      field: 'subject',
      message: 'Subject and report title must each be a single line.',
    };
  }
  if (draft.query.trim() === '') return { ok: false, field: 'query', message: 'Enter a query.' };
  const [problem] = problemsOf(draft.parameters);
  if (problem !== undefined) {
    return { ok: false, field: 'parameters', message: `${problem.name}: ${problem.message}` };
  }
  const values = parameterValues(draft.parameters);
  const bound = bindParameters(draft.query, values);
  if (!bound.ok) return { ok: false, field: 'parameters', message: 'Couldn’t fill in a parameter.' };
  const parameters = draft.parameters.map(({ name, text }) => ({
    name,
    shown: text,
    value: values[name] ?? null,
  }));
  const inputs = recipients.addresses.map((to): JobInput => {
    const mail = {
      to,
      subject,
      name: draft.name.trim() || subject,
      format: draft.format,
      query: bound.text,
      parameters,
    };
    return {
      script: job.path,
      via: job.via,
      title: recipients.addresses.length === 1 ? job.name : `${job.name} to ${to}`,
      arguments: reportArguments(mail),
    };
  });
  return { ok: true, inputs };
}
