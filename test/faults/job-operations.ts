import type { Operation } from './operation.ts';
import { planned } from './operation.ts';

const script = '/lib/jobs/job_history.js';

const startJob: Operation = {
  name: 'starting a job',
  kind: 'job',
  writes: ['start'],
  disturbances: ['starts the same job'],
  async prepare(scene) {
    const input = { script, via: 'job', title: `History ${scene.suffix}`, arguments: {} };
    return {
      ...planned(scene, { from: 'action', kind: 'job', inputs: [input] }),
      own: [],
      maxAdded: 0,
      wanted: (state) => ({ ...state, jobs: [...state.jobs, script] }),
      isInPlace: (state, before) => state.jobs.length > before.jobs.length,
      interferences: [{ name: 'starts the same job', act: () => scene.administrator.startJob(script) }],
      isForGood: true,
    };
  },
};

export const jobOperations: readonly Operation[] = [startJob];
