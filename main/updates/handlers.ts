import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { UpdateService } from './update-service.ts';

export function createUpdateHandlers(service: UpdateService): HandlersOf<'updates'> {
  return {
    'updates.get': async () => service.state(),
    'updates.check': (_input, { signal }) => service.check(signal),
    'updates.download': async () => service.download(),
    'updates.cancel': async () => service.cancel(),
    'updates.install': async () => {
      await service.install();
      return undefined;
    },
  };
}
