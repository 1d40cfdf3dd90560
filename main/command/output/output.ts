import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { formatExact } from '../../../languages/json/format-exact.ts';
import type { Column } from './table.ts';
import { formatTable } from './table.ts';

export type OutputFormat = 'text' | 'json' | 'ndjson';
type Style = Parameters<typeof styleText>[0];

export interface OutputOptions {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly format: OutputFormat;
  /** True where `--json` or `--ndjson` chose the format: errors are JSON, too. */
  readonly isChosen: boolean;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
}

/** One answer: `text` for a person, `data` beside `schema` for a program. */
export interface Document {
  /** `plan` gives `"schema": "tdesk/plan/v1"`. */
  readonly verb: string;
  /** Raised when a member is renamed, removed or means something else; members that are added don't count. */
  readonly version?: number;
  readonly data: object;
  readonly text: () => string;
}

export interface List<Row> {
  readonly verb: string;
  readonly version?: number;
  /** Name of the array in the JSON document. */
  readonly key: string;
  /** Members beside the array. */
  readonly about?: object;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Said on a terminal in the place of an empty table. */
  readonly empty: string;
}

/** stdout has data only; everything said to a person goes to stderr. */
export interface Output {
  readonly format: OutputFormat;
  readonly isChosen: boolean;
  /** With NDJSON a document is one line. */
  print(document: Document): Promise<void>;
  /** A table, a JSON document with an array, or a line for each row. */
  list<Row extends object>(list: List<Row>): Promise<void>;
  /** Data as it is: waits until stdout takes more. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** What happened, or what to do next; not with `--quiet`. */
  note(line: string): void;
  /** Only with `--verbose`. */
  detail(line: string): void;
  /** Also with `--quiet`. */
  warn(line: string): void;
  /** A line on stderr, whatever the options. */
  say(line: string): void;
  /** For stdout unless another stream is named: plain where it is no terminal, or NO_COLOR is set. */
  style(style: Style, text: string, stream?: 'stdout' | 'stderr'): string;
}

export function createOutput(options: OutputOptions): Output {
  const { stdout, stderr, format } = options;
  const say = (line: string): void => void stderr.write(`${line}\n`);
  const style: Output['style'] = (styles, text, stream = 'stdout') =>
    styleText(styles, text, { stream: stream === 'stdout' ? stdout : stderr });

  async function write(chunk: string | Uint8Array): Promise<void> {
    // After EPIPE no one reads any more: the run ends by its signal.
    if (!stdout.writable) return;
    if (!stdout.write(chunk)) await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]);
  }

  const schemaOf = (verb: string, version = 1): string => `tdesk/${verb}/v${version}`;

  return {
    format,
    isChosen: options.isChosen,
    write,
    style,
    say,
    async print({ verb, version, data, text }) {
      if (format === 'text') return await write(endingLine(text()));
      const document = { schema: schemaOf(verb, version), ...data };
      await write(`${format === 'json' ? formatExact(document, 2) : formatExact(document)}\n`);
    },
    async list({ verb, version, key, about = {}, rows, columns, empty }) {
      const schema = schemaOf(verb, version);
      if (format === 'json') return await write(`${formatExact({ schema, ...about, [key]: rows }, 2)}\n`);
      if (format === 'text') {
        if (rows.length === 0) return say(empty);
        return await write(endingLine(formatTable(columns, rows)));
      }
      for (const row of rows) await write(`${formatExact({ schema, ...row })}\n`);
    },
    note(line) {
      if (!options.isQuiet) say(line);
    },
    detail(line) {
      if (options.isVerbose) say(style('dim', line, 'stderr'));
    },
    warn: (line) => say(`${style('yellow', '▲', 'stderr')} ${line}`),
  };
}

function endingLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
