import type { ApplicationState } from '../../../../contract/applications/applications.ts';
import type { ComparedValue, EditedPart, FieldEditing } from '../editing/application-editing.svelte.ts';

const noValues: ApplicationState = {
  templateId: '',
  name: '',
  description: '',
  icon: '',
  script: null,
  settings: {},
  roles: null,
};

/** The values entered for several applications, in the controls of the Settings tab: there is no tenant version of them. */
export class ValueForm implements FieldEditing {
  #values = $state.raw(noValues);

  get typed(): ApplicationState {
    return this.#values;
  }

  get base(): ApplicationState {
    return this.#values;
  }

  compare<Value>({ get }: Pick<EditedPart<Value>, 'get'>): ComparedValue<Value> {
    const value = get(this.#values);
    return { typed: value, base: value, live: value, mark: undefined };
  }

  change<Value>({ set }: EditedPart<Value>, value: Value): void {
    this.#values = set(this.#values, value);
  }

  useTenantVersion(): void {}

  keepMine(): void {}
}
