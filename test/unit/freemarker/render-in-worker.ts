import { parentPort, workerData } from 'node:worker_threads';
import { render, TemplateError, type Value } from '../../../languages/freemarker/index.ts';

/** A worker that renders one template and answers with its output's length or its error's code. */
const { source, model } = workerData as { readonly source: string; readonly model: Value };
const start = performance.now();

function answer(): { code: string; took: number } {
  try {
    return {
      code: `output of ${render(source, model, { templates: { 'main.ftl': source } }).length}`,
      took: performance.now() - start,
    };
  } catch (error) {
    const code = error instanceof TemplateError ? error.code : String(error);
    return { code, took: performance.now() - start };
  }
}

parentPort?.postMessage(answer());
