import { everybodyId } from '../../contract/roles/roles.ts';
import { assignmentKindName, assignmentTarget } from '../../contract/roles/assignment-target.ts';
import type { Attempt, Operation, Scene } from './operation.ts';
import { applied, planned } from './operation.ts';
import type { TenantState } from './tenant-state.ts';

const withAssignment = (state: TenantState, target: string, isPublished: boolean): TenantState => {
  const assignments = new Set(state.assignments);
  // An assigned application must exist.
  const [applicationId = ''] = target.split('|');
  if (isPublished && state.applications.has(decodeURIComponent(applicationId))) assignments.add(target);
  else assignments.delete(target);
  return { ...state, assignments };
};

/** A new application, assigned to Everybody or not, and the edit that changes that. */
async function anAssignment({ administrator }: Scene, name: string, isPublished: boolean) {
  const applicationId = await administrator.addApplication('Generic SAML');
  await administrator.changeApplication(applicationId, {
    Name: name,
    Description: 'As it was.',
    Script: 'setAudience("kept");\n',
  });
  const assignment = { applicationId, roleId: everybodyId };
  if (isPublished) await administrator.publish(assignment, true);
  const state = { application: name, role: 'Everybody' };
  const target = assignmentTarget(assignment);
  const edit = {
    kind: assignmentKindName,
    targetId: target,
    base: { ...state, isPublished },
    wanted: { ...state, isPublished: !isPublished },
  };
  return { assignment, target, edit };
}

function attemptOf(
  { administrator }: Scene,
  { assignment, target }: Awaited<ReturnType<typeof anAssignment>>,
  isWanted: boolean,
): Omit<Attempt, 'plan' | 'apply'> {
  const { applicationId } = assignment;
  return {
    own: [applicationId, target],
    maxAdded: 0,
    wanted: (state) => withAssignment(state, target, isWanted),
    isInPlace: ({ assignments }) => assignments.has(target) === isWanted,
    interferences: [
      { name: 'does it too', act: () => administrator.publish(assignment, isWanted) },
      {
        name: 'describes the application',
        act: () => administrator.changeApplication(applicationId, { Description: 'Theirs.' }),
      },
      { name: 'deletes the application', act: () => administrator.deleteApplication(applicationId) },
    ],
  };
}

const disturbances = ['does it too', 'describes the application', 'deletes the application'];

function assignmentEdit(name: string, { isPublished }: { readonly isPublished: boolean }): Operation {
  return {
    name,
    kind: 'publication',
    writes: ['update'],
    disturbances,
    async prepare(scene) {
      const known = await anAssignment(scene, `Published ${scene.suffix}`, isPublished);
      return {
        ...planned(scene, { from: 'edits', edits: [known.edit] }),
        ...attemptOf(scene, known, !isPublished),
      };
    },
  };
}

/** In a separate request, which the review offers if a role is added. */
const publishAlone: Operation = {
  name: 'publishing an application to a role, in a request of its own',
  kind: 'publication',
  writes: ['publish'],
  disturbances,
  async prepare(scene) {
    const known = await anAssignment(scene, `Alone ${scene.suffix}`, false);
    const attempt = planned(scene, { from: 'edits', edits: [known.edit] });
    return {
      ...attempt,
      async plan() {
        const planId = await attempt.plan();
        const choice = { planId, mode: 'publish-application' } as const;
        return (await scene.desk.call('changes.chooseSendMode', choice)).id;
      },
      ...attemptOf(scene, known, true),
    };
  },
};

const undoAssignment: Operation = {
  name: 'undoing an assignment to a role',
  kind: 'publication',
  writes: ['update'],
  disturbances,
  async prepare(scene) {
    const known = await anAssignment(scene, `Undone ${scene.suffix}`, false);
    const { id: planId } = await applied(scene, { from: 'edits', edits: [known.edit] });
    return { ...planned(scene, { from: 'undo', planId }), ...attemptOf(scene, known, false) };
  },
};

export const assignmentOperations: readonly Operation[] = [
  assignmentEdit('publishing an application to a role', { isPublished: false }),
  assignmentEdit('taking an application away from a role', { isPublished: true }),
  publishAlone,
  undoAssignment,
];
