import type { ApplicationState } from '../../contract/applications/applications.ts';
import type { Operation, Scene } from './operation.ts';
import { applied, hasNew, isSame, planned, typed } from './operation.ts';
import type { TenantState } from './tenant-state.ts';
import { anApplication } from '../builders/an-application.ts';

const template = 'Generic SAML';

const withApplications = (
  state: TenantState,
  change: (applications: Map<string, ApplicationState>) => unknown,
): TenantState => {
  const applications = new Map(state.applications);
  change(applications);
  return { ...state, applications };
};

async function addApplication(
  { administrator }: Scene,
  members: Readonly<Record<string, string>>,
): Promise<string> {
  const id = await administrator.addApplication(template);
  await administrator.changeApplication(id, members);
  return id;
}

function applicationOf({ read }: Scene, id: string): ApplicationState {
  const state = read().applications.get(id);
  if (state === undefined) throw new Error(`The application ${id} is not there.`);
  return state;
}

const addFromCatalog: Operation = {
  name: 'adding an application from the catalog',
  kind: 'application',
  writes: ['import', 'update'],
  disturbances: ['adds one from the same template'],
  async prepare(scene) {
    const application = anApplication({ templateId: template, name: `Added ${scene.suffix}` });
    const draft = { kind: 'application', targetId: `new:${scene.suffix}`, base: null, state: application };
    return {
      ...(await typed(scene, draft)),
      own: [],
      maxAdded: 1,
      wanted: (state) => withApplications(state, (applications) => applications.set('new', application)),
      isInPlace: (state, before) => hasNew(state.applications, before.applications, application),
      interferences: [
        {
          name: 'adds one from the same template',
          act: async () => void (await scene.administrator.addApplication(template)),
        },
      ],
    };
  },
};

/** A change of some members of an application. */
function applicationEdit(
  name: string,
  changes: { readonly name?: string; readonly description?: string },
): Operation {
  return {
    name,
    kind: 'application',
    writes: ['update'],
    disturbances: ['renames it', 'describes it', 'deletes it'],
    async prepare(scene) {
      const id = await addApplication(scene, { Name: `Edited ${scene.suffix}`, Description: 'As it was.' });
      const base = applicationOf(scene, id);
      const state = { ...base, ...changes };
      const { administrator } = scene;
      return {
        ...(await typed(scene, { kind: 'application', targetId: id, base, state })),
        own: [id],
        maxAdded: 0,
        wanted: (now) =>
          withApplications(now, (applications) =>
            applications.set(id, { ...(applications.get(id) ?? base), ...changes }),
          ),
        isInPlace: ({ applications }) => {
          const now = applications.get(id);
          return now !== undefined && isSame(now, { ...now, ...changes });
        },
        interferences: [
          {
            name: 'renames it',
            trace: {
              shownBy: /GetApplication$/,
              isThere: ({ applications }) => applications.get(id)?.name === `Theirs ${scene.suffix}`,
            },
            act: () => administrator.changeApplication(id, { Name: `Theirs ${scene.suffix}` }),
          },
          {
            name: 'describes it',
            trace: {
              shownBy: /GetApplication$/,
              isThere: ({ applications }) => applications.get(id)?.description === 'Theirs.',
            },
            act: () => administrator.changeApplication(id, { Description: 'Theirs.' }),
          },
          { name: 'deletes it', act: () => administrator.deleteApplication(id) },
        ],
      };
    },
  };
}

const deleteApplication: Operation = {
  name: 'deleting an application',
  kind: 'application',
  writes: ['delete'],
  disturbances: ['describes it', 'deletes it'],
  async prepare(scene) {
    const id = await addApplication(scene, { Name: `Deleted ${scene.suffix}`, Description: 'As it was.' });
    const { administrator } = scene;
    return {
      ...planned(scene, { from: 'targets', kind: 'application', targetIds: [id], set: null }),
      own: [id],
      maxAdded: 0,
      wanted: (state) => withApplications(state, (applications) => applications.delete(id)),
      isInPlace: ({ applications }) => !applications.has(id),
      rolledBack: {
        state: (before) =>
          withApplications(before, (applications) => {
            const application = applications.get(id);
            const script = before.scripts.get(id) ?? '';
            if (application !== undefined) applications.set(id, { ...application, script });
          }),
        rollbackWarning: 'Undo turns it into a custom script.',
      },
      interferences: [
        {
          name: 'describes it',
          trace: {
            shownBy: /GetApplication$/,
            isThere: ({ applications }) => applications.get(id)?.description === 'Theirs.',
          },
          act: () => administrator.changeApplication(id, { Description: 'Theirs.' }),
        },
        { name: 'deletes it', act: () => administrator.deleteApplication(id) },
      ],
    };
  },
};

const replaceScript: Operation = {
  name: 'replacing a script',
  kind: 'script',
  writes: ['update'],
  disturbances: ['replaces it', 'renames the application', 'deletes the application'],
  async prepare(scene) {
    const id = await addApplication(scene, {
      Name: `Scripted ${scene.suffix}`,
      Script: 'setAudience("one");\nsetRecipient("two");\n',
    });
    const { name, script } = applicationOf(scene, id);
    const state = { application: name, script: 'setAudience("ours");\nsetRecipient("two");\n' };
    const draft = { kind: 'script', targetId: id, base: { application: name, script: script ?? '' }, state };
    const { administrator } = scene;
    return {
      ...(await typed(scene, draft)),
      own: [id],
      maxAdded: 0,
      wanted: (now) =>
        withApplications(now, (applications) => {
          const application = applications.get(id);
          if (application !== undefined) applications.set(id, { ...application, script: state.script });
        }),
      isInPlace: ({ applications }) => applications.get(id)?.script === state.script,
      interferences: [
        {
          name: 'replaces it',
          trace: {
            shownBy: /GetScript$/,
            isThere: ({ applications }) => applications.get(id)?.script?.includes('theirs') === true,
          },
          act: () => administrator.changeApplication(id, { Script: 'setAudience("theirs");\n' }),
        },
        {
          name: 'renames the application',
          trace: {
            shownBy: /GetApplication$/,
            isThere: ({ applications }) => applications.get(id)?.name === 'Theirs',
          },
          act: () => administrator.changeApplication(id, { Name: 'Theirs' }),
        },
        { name: 'deletes the application', act: () => administrator.deleteApplication(id) },
      ],
    };
  },
};

const undoApplicationDeletion: Operation = {
  name: 'undoing the deletion of an application',
  kind: 'application',
  writes: ['import', 'update'],
  disturbances: ['adds one from the same template'],
  async prepare(scene) {
    const id = await addApplication(scene, {
      Name: `Brought back ${scene.suffix}`,
      Description: 'As it was.',
      Script: 'setAudience("kept");\n',
    });
    const application = applicationOf(scene, id);
    const { id: planId } = await applied(scene, {
      from: 'targets',
      kind: 'application',
      targetIds: [id],
      set: null,
    });
    return {
      ...planned(scene, { from: 'undo', planId }),
      own: [],
      maxAdded: 1,
      wanted: (state) => withApplications(state, (applications) => applications.set('new', application)),
      isInPlace: (state, before) => hasNew(state.applications, before.applications, application),
      interferences: [
        {
          name: 'adds one from the same template',
          act: async () => void (await scene.administrator.addApplication(template)),
        },
      ],
    };
  },
};

export const applicationOperations: readonly Operation[] = [
  addFromCatalog,
  applicationEdit('renaming an application', { name: 'Renamed by us' }),
  applicationEdit('describing an application', { description: 'Described by us.' }),
  deleteApplication,
  replaceScript,
  undoApplicationDeletion,
];
