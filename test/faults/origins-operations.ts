import { originsTargetId } from '../../contract/origins/origins.ts';
import type { Operation } from './operation.ts';
import { typed } from './operation.ts';

/** A change of the list of trusted origins, some of which exist at the start. */
function originsEdit(name: string, { isAdding }: { readonly isAdding: boolean }): Operation {
  return {
    name,
    kind: 'origins',
    writes: ['set'],
    disturbances: ['adds another origin', isAdding ? 'adds it too' : 'removes it too'],
    async prepare(scene) {
      const { administrator } = scene;
      const ours = `ours-${scene.suffix}.example`;
      const present = [...scene.read().origins, ...(isAdding ? [] : [ours])];
      await administrator.setOrigins(present);
      const without = present.filter((origin) => origin !== ours);
      const wanted = isAdding ? [...present, ours] : without;
      const change = (origins: readonly string[]): string[] =>
        isAdding ? [...new Set([...origins, ours])] : origins.filter((origin) => origin !== ours);
      const draft = {
        kind: 'origins',
        targetId: originsTargetId,
        base: { origins: present },
        state: { origins: wanted },
      };
      return {
        ...(await typed(scene, draft)),
        own: [ours],
        maxAdded: 0,
        wanted: (state) => ({ ...state, origins: change(state.origins) }),
        isInPlace: ({ origins }) => origins.includes(ours) === isAdding,
        interferences: [
          {
            name: 'adds another origin',
            trace: {
              shownBy: /GetCustomerConfig$/,
              isThere: ({ origins }) => origins.includes(`theirs-${scene.suffix}.example`),
            },
            act: () => administrator.setOrigins([...scene.read().origins, `theirs-${scene.suffix}.example`]),
          },
          {
            name: isAdding ? 'adds it too' : 'removes it too',
            act: () => administrator.setOrigins(change(scene.read().origins)),
          },
        ],
      };
    },
  };
}

export const originsOperations: readonly Operation[] = [
  originsEdit('adding a trusted origin', { isAdding: true }),
  originsEdit('removing a trusted origin', { isAdding: false }),
];
