import type { VariableModel } from '../../../contract/webhooks/webhooks.ts';
import { getDesk, getWorkspace } from '../../state/context.ts';
import { onTenantChange } from '../../state/tenant-resource.svelte.ts';
import type { TemplateVariable } from './template/template-protocol.ts';

/** The variables that templates of a tenant may use, kept current. Call while a component initializes. */
export function followTemplateVariables(tenantId: () => string): {
  readonly all: readonly TemplateVariable[];
  /** As the tenant gives them, by node; empty where it did not answer. */
  readonly models: readonly VariableModel[];
} {
  const desk = getDesk();
  let models = $state.raw<readonly VariableModel[]>([]);
  onTenantChange(getWorkspace(), tenantId, () => {
    void desk.webhooks.models({ tenantId: tenantId() }).then(
      ({ data }) => (models = data),
      // Names are then neither offered nor checked; the list beside the template says that the tenant did not answer.
      () => (models = []),
    );
  });
  const all = $derived<TemplateVariable[]>(
    models.flatMap(({ node, columns }) =>
      columns.map(({ name, type }) => ({ path: node === '' ? name : `${node}.${name}`, type })),
    ),
  );
  return {
    get models() {
      return models;
    },
    get all() {
      return all;
    },
  };
}
