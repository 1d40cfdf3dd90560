import type { Desk } from '../../../contract/desk.ts';
import type { ArgumentChoice } from '../../../contract/library-argument.ts';
import { optionsQuery } from '../../../contract/library-argument.ts';
import type { Entered } from '../../../contract/library-values.ts';
import type { Option } from '../../ui/index.ts';

/** Things that a list offers; whoever means another types its identifier. */
const mostOffered = 1000;

interface OfferedOption extends Option {
  /** What it belongs to; empty for nothing. */
  readonly within: string;
}

/** What the arguments of procedures are chosen from, read of the tenant when a procedure first needs it. */
export class ArgumentOptions {
  readonly #desk: Desk;
  readonly #tenantId: string;
  #byQuery = $state.raw<Readonly<Record<string, readonly OfferedOption[]>>>({});

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  /** What is offered, given what was entered for other arguments. */
  of(choice: ArgumentChoice, entered: Entered): readonly Option[] {
    if (choice.from === 'words') return choice.words.map((word) => ({ value: word, label: word }));
    const all = this.#byQuery[optionsQuery(choice)] ?? [];
    const wanted = choice.within === undefined ? '' : (entered[choice.within.argument] ?? '');
    return wanted === '' ? all : all.filter(({ within }) => within === wanted);
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

  /** Rejects where the tenant cannot be asked: a value can be typed all the same. */
  async read(choice: ArgumentChoice, signal: AbortSignal): Promise<void> {
    if (choice.from === 'words' || Object.hasOwn(this.#byQuery, optionsQuery(choice))) return;
    const { rows } = await this.#desk.queries.run(
      {
        tenantId: this.#tenantId,
        text: optionsQuery(choice),
        arguments: { pageSize: mostOffered },
        isNoted: false,
      },
      { signal },
    );
    const options = rows.map(([id, name, within]) => ({
      value: String(id ?? ''),
      label: String(name ?? id ?? ''),
      hint: String(id ?? ''),
      within: String(within ?? ''),
    }));
    this.#byQuery = { ...this.#byQuery, [optionsQuery(choice)]: options.filter(({ value }) => value !== '') };
  }
}
