import type { Emit } from '../../../contract/bridge/events.ts';
import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import { freshContext } from '../kind/change-context.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { PlanStore } from '../record/plan-store.ts';

export interface TargetHandlerParts {
  readonly store: Pick<PlanStore, 'currentId' | 'noteSuccessor' | 'together'>;
  readonly drafts: Pick<DraftService, 'moveTarget'>;
  readonly kinds: KindTable;
  readonly tenants: Pick<TenantDirectory, 'get'>;
  readonly emit: Emit;
}

export function createTargetHandlers(parts: TargetHandlerParts): HandlersOf<'targets'> {
  const { store, drafts, kinds, tenants, emit } = parts;
  return {
    'targets.current': async ({ tenantId, id }) => store.currentId(tenantId, id),
    'targets.follow': async ({ tenantId, kind: name, from, to }, call) => {
      const kind = kinds.itemKind(name);
      const context = freshContext(tenants.get(tenantId), call);
      const noun = kind.noun.one;
      // An item that still exists has no successor: two items must not become one here.
      if (from === to || (await kind.read(from, context)) !== undefined) {
        throw failure('invalid-input', `The old ${noun} still exists in the tenant. Nothing was changed.`);
      }
      if ((await kind.read(to, context)) === undefined) {
        throw failure('invalid-input', `The new ${noun} was deleted in the tenant. Nothing was changed.`);
      }
      store.together(() => {
        store.noteSuccessor(tenantId, from, to);
        drafts.moveTarget(tenantId, from, to);
      });
      emit('targets.moved', { tenantId, kind: name, from, to });
      return undefined;
    },
  };
}
