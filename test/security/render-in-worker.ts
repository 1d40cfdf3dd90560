import { parentPort } from 'node:worker_threads';
import { render, TemplateError, type Value } from '@tenant-desk/freemarker';

/** A worker that renders templates one by one, and responds with the output length or the error code. */
export interface RenderRequest {
  readonly source: string;
  readonly model: Value;
}

export interface RenderResult {
  readonly code: string;
  /** Milliseconds of the worker's processor time. */
  readonly took: number;
}

/** Milliseconds of processor time: wall time depends on what else the machine does. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function response({ source, model }: RenderRequest): RenderResult {
  const start = processorTime();
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

parentPort?.on('message', (request: RenderRequest) => parentPort?.postMessage(response(request)));
