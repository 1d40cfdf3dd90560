/** Starts a worker that runs templates. */
export const startTemplateWorker = (): Worker =>
  new Worker(new URL('./template-worker.ts', import.meta.url), { type: 'module' });
