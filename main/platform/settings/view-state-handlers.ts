import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import type { ViewStateStore } from './view-state-store.ts';

export function createViewStateHandlers(store: ViewStateStore): HandlersOf<'viewState'> {
  return {
    'viewState.read': async () => store.read(),
    'viewState.write': async (values) => {
      store.write(values);
      return undefined;
    },
  };
}
