import { everybodyId } from '../../../../contract/roles/roles.ts';
import type { ToastQueue } from '../../../ui/index.ts';
import { counted, formatNumber } from '../../../../languages/text/intl.ts';
import type { EverybodyChoice, EverybodyQuestion } from './ConfirmEverybodyDialog.svelte';
import { everybodyAmong } from './matrix-cells.ts';
import type { WantedCell } from './assignment-edits.svelte.ts';
import { maxPending } from './assignment-edits.svelte.ts';
import type { RolesModel } from './roles-model.svelte.ts';

/** Puts toggles into the draft, after a confirmation if they change the assignments of Everybody. */
export class AssignmentDraft {
  readonly #model: RolesModel;
  readonly #toasts: ToastQueue;
  #question = $state.raw<EverybodyQuestion | undefined>(undefined);
  #asked: ReturnType<typeof everybodyAmong> | undefined;

  constructor(model: RolesModel, toasts: ToastQueue) {
    this.#model = model;
    this.#toasts = toasts;
  }

  get question(): EverybodyQuestion | undefined {
    return this.#question;
  }

  stage(changes: readonly WantedCell[]): void {
    const among = everybodyAmong(changes);
    const [first] = among.everybody;
    if (first === undefined) return this.#set(changes);
    this.#asked = among;
    this.#question = {
      applications: among.everybody.map(({ cell }) => cell.application),
      wanted: first.wanted,
      having: this.#rolesHaving(first.cell.applicationId),
      others: among.others.length,
    };
  }

  /** Returns true if the user chose to pick roles instead. */
  choose(choice: EverybodyChoice): boolean {
    const { everybody, others } = this.#asked ?? { everybody: [], others: [] };
    this.#question = undefined;
    this.#asked = undefined;
    if (choice === 'all') this.#set([...others, ...everybody]);
    if (choice !== 'without') return false;
    if (others.length > 0) this.#set(others);
    return others.length === 0 && everybody[0]?.wanted === true;
  }

  undo(): void {
    if (!this.#model.edits.undo()) this.#toasts.show({ text: 'Nothing to undo.' });
  }

  /** Shows why so many cells can't be toggled at once. */
  notifyTooMany(): void {
    this.#toasts.show({
      text: `A draft can hold at most ${formatNumber(maxPending)} changes. Select fewer cells, or apply pending changes first.`,
      tone: 'warn',
    });
  }

  #set(changes: readonly WantedCell[]): void {
    if (!this.#model.edits.set(changes)) this.notifyTooMany();
  }

  #rolesHaving(applicationId: string): string[] {
    const { ordered, data } = this.#model;
    return ordered
      .filter(({ id }) => id !== everybodyId && data.isGranted(applicationId, id))
      .map(({ id, name }) => {
        const count = this.#model.memberCount(id);
        if (count === undefined) return name;
        return `${name} (${counted(count, 'member')})`;
      });
  }
}
