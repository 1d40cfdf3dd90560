import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Options as SmtpOptions } from 'nodemailer/lib/smtp-transport/index.js';
import { makeOwnFolder } from '../store/owner-only.ts';
import { OperationFailure } from '../requests/envelope.ts';
import { isRecord, type RequestMembers } from '../requests/request-members.ts';
import { renderReport, type ReportFormat } from './report-document.ts';
import { formatExact } from '../../languages/json/format-exact.ts';

export interface ReportMailParts {
  /** `smtp://host:port`; undefined: messages are written to the outbox folder. */
  readonly smtpUrl: string | undefined;
  readonly outboxFolder: string;
  readonly tenantName: string;
  readonly sender: string;
  readonly newId: () => string;
  /** Runs the report's query with its parameters; resolves to the Result of a query. */
  readonly runQuery: (
    selectQuery: string,
    parameters: readonly { readonly Name: string; readonly Value: unknown }[],
  ) => Promise<unknown>;
}

interface SentReport {
  readonly MessageID: string;
  readonly To: string;
  readonly Subject: string;
  readonly Rows: number;
  /** How it was delivered: `smtp` or `outbox`. */
  readonly Delivery: 'smtp' | 'outbox';
}

const FORMATS: readonly ReportFormat[] = ['html', 'csv'];

/**
 * Runs a report and e-mails it (platform specification, "report e-mailing"). `ReportFormat` is html or csv
 * (csv is our addition). Throws `MissingParameter`, `InvalidParameter`, the query's failure, or
 * `MailNotSent`.
 */
export async function mailReport(parts: ReportMailParts, members: RequestMembers): Promise<SentReport> {
  const to = address(members.requiredText('To'));
  const subject = oneLine('Subject', members.text('Subject') ?? 'Report');
  const name = oneLine('ReportName', members.text('ReportName') ?? subject);
  const format = FORMATS.find((known) => known === (members.text('ReportFormat') ?? 'html').toLowerCase());
  if (format === undefined)
    throw new OperationFailure('InvalidParameter', 'ReportFormat must be html or csv.');
  const parameters = readParameters(members.raw('Parameters'));
  const result = await parts.runQuery(members.requiredText('SelectQuery'), parameters);
  const report = renderReport({ name, tenantName: parts.tenantName, format, result, parameters });

  const message = {
    from: parts.sender,
    to,
    subject,
    text: `${name}: ${report.rows} rows. The report is attached or shown as HTML.`,
    ...(format === 'html'
      ? { html: report.document }
      : {
          attachments: [
            {
              filename: `${fileName(name)}.csv`,
              content: report.document,
              contentType: 'text/csv; charset=utf-8',
            },
          ],
        }),
  };
  const sent = { To: to, Subject: subject, Rows: report.rows };
  if (parts.smtpUrl === undefined)
    return { ...sent, MessageID: await writeToOutbox(parts, message), Delivery: 'outbox' };
  const transport = createTransport(smtpOptions(parts.smtpUrl));
  try {
    const { messageId } = await transport.sendMail(message);
    return { ...sent, MessageID: messageId, Delivery: 'smtp' };
  } catch (error) {
    throw new OperationFailure(
      'MailNotSent',
      `Couldn't send the report: ${error instanceof Error ? error.message : String(error)}.`,
    );
  } finally {
    transport.close();
  }
}

function smtpOptions(address: string): SmtpOptions {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname,
    port: url.port === '' ? (secure ? 465 : 25) : Number(url.port),
    secure,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  };
}

async function writeToOutbox(parts: ReportMailParts, message: Record<string, unknown>): Promise<string> {
  const { messageId, message: bytes } = await createTransport({
    streamTransport: true,
    buffer: true,
  }).sendMail(message);
  if (!(bytes instanceof Uint8Array)) throw new Error('The message was not built.');
  makeOwnFolder(parts.outboxFolder);
  await writeFile(join(parts.outboxFolder, `${parts.newId()}.eml`), bytes, { mode: 0o600 });
  return messageId;
}

/** A single plain e-mail address. Line breaks would let a caller add headers. */
function address(text: string): string {
  if (!/^[^\s@<>,;:"()[\]\\]+@[A-Za-z0-9.-]+$/.test(text.trim()))
    throw new OperationFailure('InvalidParameter', 'To must be one email address.');
  return text.trim();
}

function oneLine(name: string, text: string): string {
  if (/[\r\n\0]/.test(text))
    throw new OperationFailure('InvalidParameter', `${name} must not contain line breaks.`);
  return text.slice(0, 200);
}

function fileName(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').slice(0, 80) || 'report';
}

function readParameters(value: unknown): { Name: string; DisplayValue: string; Value: unknown }[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new OperationFailure('InvalidParameter', 'Parameters must be an array.');
  return value.map((entry: unknown) => {
    if (!isRecord(entry) || typeof entry['Name'] !== 'string')
      throw new OperationFailure('InvalidParameter', 'Each entry of Parameters needs a Name.');
    const shown = entry['DisplayValue'] ?? entry['Value'] ?? '';
    return {
      Name: entry['Name'],
      DisplayValue: typeof shown === 'string' ? shown : formatExact(shown),
      Value: entry['Value'],
    };
  });
}
