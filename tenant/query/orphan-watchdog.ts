import { workerData } from 'node:worker_threads';

const { parent } = workerData as { parent: number };

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 1000);
