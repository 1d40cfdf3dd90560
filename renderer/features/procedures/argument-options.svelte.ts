import type { Desk } from '../../../contract/desk.ts';
import type { ArgumentChoice } from '../../../contract/procedure-library.ts';
import type { Option } from '../../ui/index.ts';

/** Things that a list offers; whoever means another types its identifier. */
const mostOffered = 1000;

/** What the arguments of procedures are chosen from, read of the tenant when a procedure first needs it. */
export class ArgumentOptions {
  readonly #desk: Desk;
  readonly #tenantId: string;
  #byTable = $state.raw<Readonly<Record<string, readonly Option[]>>>({});

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  of(choice: ArgumentChoice): readonly Option[] {
    if (choice.from === 'words') return choice.words.map((word) => ({ value: word, label: word }));
    return this.#byTable[choice.table] ?? [];
  }

  /** Rejects where the tenant cannot be asked: a value can be typed all the same. */
  async read(choice: ArgumentChoice, signal: AbortSignal): Promise<void> {
    if (choice.from === 'words' || choice.table in this.#byTable) return;
    const { table, label } = choice;
    const { rows } = await this.#desk.queries.run(
      {
        tenantId: this.#tenantId,
        text: `SELECT ID, ${label} FROM ${table} ORDER BY ${label} COLLATE NOCASE`,
        arguments: { pageSize: mostOffered },
        isNoted: false,
      },
      { signal },
    );
    const options = rows.map(([id, name]) => ({
      value: String(id ?? ''),
      label: String(name ?? id ?? ''),
      hint: String(id ?? ''),
    }));
    this.#byTable = { ...this.#byTable, [table]: options.filter(({ value }) => value !== '') };
  }
}
