import type { VariableModel } from '../../../contract/webhooks/webhooks.ts';
import { getDesk, getWorkspace } from '../../state/context.ts';
import { onTenantChange } from '../../state/tenant-resource.svelte.ts';
import type { TemplateVariable } from './template/template-protocol.ts';

/** The variables available to a tenant's templates, kept current. Call while a component initializes. */
export function followTemplateVariables(tenantId: () => string): {
  readonly all: readonly TemplateVariable[];
  /** As returned by the tenant, by node; empty if it didn't respond. */
  readonly models: readonly VariableModel[];
} {
  const desk = getDesk();
  let models = $state.raw<readonly VariableModel[]>([]);
  onTenantChange(getWorkspace(), tenantId, () => {
    void desk.webhooks.models({ tenantId: tenantId() }).then(
      ({ data }) => (models = data),
      // Names are then neither offered nor checked; the list beside the template shows that the tenant didn't respond.
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
