import { parentPort, workerData } from 'node:worker_threads';
import { render, TemplateError, type Value } from '../../languages/freemarker/index.ts';

/** A worker that renders one template and answers with its output's length or its error's code. */
const { source, model } = workerData as { readonly source: string; readonly model: Value };

/** Milliseconds of processor time: wall time depends on what else the machine does. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const start = processorTime();

function answer(): { code: string; took: number } {
  try {
    return {
      code: `output of ${render(source, model, { templates: { 'main.ftl': source } }).length}`,
      took: processorTime() - start,
    };
  } catch (error) {
    const code = error instanceof TemplateError ? error.code : String(error);
    return { code, took: processorTime() - start };
  }
}

parentPort?.postMessage(answer());
