import type { Desk } from '../../../contract/bridge/desk.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { ArgumentChoice } from '../../../contract/procedures/library-argument.ts';
import { optionsQuery } from '../../../contract/procedures/library-argument.ts';
import type { Entered } from '../../../contract/procedures/library-values.ts';
import type { Option } from '../../ui/index.ts';
import { formatNumber } from '../../../languages/text/intl.ts';

/** Offered items of a list; other IDs can be typed. */
const maxOffered = 10_000;

interface OfferedOption extends Option {
  /** The parent that they belong to; empty if there is none. */
  readonly within: string;
}

/** State of a list. */
interface ReadList {
  readonly options: readonly OfferedOption[];
  /** Total number on the tenant. */
  readonly count: number;
}

const count = (number: number): string => formatNumber(number);

/** Options of procedure arguments, loaded from the tenant when a procedure first needs them. */
export class ArgumentOptions {
  readonly #desk: Desk;
  readonly #tenantId: string;
  #byQuery = $state.raw<Readonly<Record<string, ReadList>>>({});
  #failures = $state.raw<Readonly<Record<string, DeskError>>>({});

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  /** The options, given the values entered for other arguments. */
  of(choice: ArgumentChoice, entered: Entered): readonly Option[] {
    if (choice.from === 'values') return choice.values.map((value) => ({ value, label: value }));
    const all = this.#byQuery[optionsQuery(choice)]?.options ?? [];
    const wanted = choice.within === undefined ? '' : (entered[choice.within.argument] ?? '');
    return wanted === '' ? all : all.filter(({ within }) => within === wanted);
  }

  /** Why the list couldn't be loaded; undefined while loading and after success. */
  failureOf(choice: ArgumentChoice): DeskError | undefined {
    return choice.from === 'values' ? undefined : this.#failures[optionsQuery(choice)];
  }

  /** Shown instead of options if none matches the typed text. */
  noneText(choice: ArgumentChoice): string {
    const typed = 'Your text is sent as is.';
    if (choice.from === 'values') return `No matches. ${typed}`;
    const list = this.#byQuery[optionsQuery(choice)];
    if (list === undefined)
      return this.failureOf(choice) === undefined ? 'Loading…' : `No list available. ${typed}`;
    if (list.count > list.options.length)
      return `Not among the first ${count(list.options.length)} of ${count(list.count)}. ${typed}`;
    return `No matches. ${typed}`;
  }

  /** The first value of the first row; undefined if the tenant has none, or can't be reached. */
  async firstOf(query: string): Promise<string | undefined> {
    try {
      const { rows } = await this.#desk.queries.run({
        ...{ tenantId: this.#tenantId, text: query, isNoted: false },
        arguments: { pageSize: 1 },
      });
      const [value] = rows[0] ?? [];
      return value == null ? undefined : String(value);
    } catch {
      return undefined;
    }
  }

  /** Never rejects: a failure becomes state, and values can still be typed. */
  async read(choice: ArgumentChoice, signal?: AbortSignal): Promise<void> {
    if (choice.from === 'values' || Object.hasOwn(this.#byQuery, optionsQuery(choice))) return;
    const text = optionsQuery(choice);
    const { [text]: _before, ...others } = this.#failures;
    this.#failures = others;
    try {
      const { rows, fullCount } = await this.#desk.queries.run(
        { tenantId: this.#tenantId, text, arguments: { pageSize: maxOffered }, isNoted: false },
        ...(signal === undefined ? [] : [{ signal }]),
      );
      const options = rows
        .map(([id, name, within]) => ({
          value: String(id ?? ''),
          label: String(name ?? id ?? ''),
          hint: String(id ?? ''),
          within: String(within ?? ''),
        }))
        .filter(({ value }) => value !== '');
      const isAll = rows.length >= fullCount;
      const list = { options, count: isAll ? options.length : fullCount };
      this.#byQuery = { ...this.#byQuery, [text]: list };
    } catch (thrown) {
      if (signal?.aborted !== true) this.#failures = { ...this.#failures, [text]: toDeskError(thrown) };
    }
  }
}
