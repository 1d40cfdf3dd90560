import type { Desk } from '../../../contract/bridge/desk.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { ArgumentChoice } from '../../../contract/procedures/library-argument.ts';
import { optionsQuery } from '../../../contract/procedures/library-argument.ts';
import type { Entered } from '../../../contract/procedures/library-values.ts';
import type { Option } from '../../ui/index.ts';
import { formatNumber } from '../../../languages/text/intl.ts';

/** Things that a list offers; whoever means another types its identifier. */
const maxOffered = 10_000;

interface OfferedOption extends Option {
  /** What it belongs to; empty for nothing. */
  readonly within: string;
}

/** What became of reading a list. */
interface ReadList {
  readonly options: readonly OfferedOption[];
  /** Things that the tenant has of it. */
  readonly count: number;
}

/** What the arguments of procedures are chosen from, read of the tenant when a procedure first needs it. */
export class ArgumentOptions {
  readonly #desk: Desk;
  readonly #tenantId: string;
  #byQuery = $state.raw<Readonly<Record<string, ReadList>>>({});
  #failures = $state.raw<Readonly<Record<string, DeskError>>>({});

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  /** What is offered, given what was entered for other arguments. */
  of(choice: ArgumentChoice, entered: Entered): readonly Option[] {
    if (choice.from === 'words') return choice.words.map((word) => ({ value: word, label: word }));
    const all = this.#byQuery[optionsQuery(choice)]?.options ?? [];
    const wanted = choice.within === undefined ? '' : (entered[choice.within.argument] ?? '');
    return wanted === '' ? all : all.filter(({ within }) => within === wanted);
  }

  /** Why the list could not be read; undefined while it is, and once it was. */
  failureOf(choice: ArgumentChoice): DeskError | undefined {
    return choice.from === 'words' ? undefined : this.#failures[optionsQuery(choice)];
  }

  /** Instead of choices, where nothing in the list is like what was typed. */
  noneText(choice: ArgumentChoice): string {
    const typed = 'What you type is sent as it is.';
    if (choice.from === 'words') return `Nothing in the list. ${typed}`;
    const list = this.#byQuery[optionsQuery(choice)];
    if (list === undefined)
      return this.failureOf(choice) === undefined ? 'The list is being read…' : `There is no list. ${typed}`;
    if (list.count > list.options.length)
      return `Not among the first ${formatNumber(list.options.length)} of ${formatNumber(list.count)}. ${typed}`;
    return `Nothing in the list. ${typed}`;
  }

  /** The first value of the first row; undefined where the tenant has none, or cannot be asked. */
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

  /** Never rejects: a failure becomes state, and a value can be typed all the same. */
  async read(choice: ArgumentChoice, signal?: AbortSignal): Promise<void> {
    if (choice.from === 'words' || Object.hasOwn(this.#byQuery, optionsQuery(choice))) return;
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
