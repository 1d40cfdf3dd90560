import { createScriptEngine } from '../../../languages/assertion/script-engine.ts';
import { handleScriptRequest } from './handle-script-request.ts';
import type { ScriptRequest } from './script-protocol.ts';

const engine = createScriptEngine();
let last: Promise<unknown> = Promise.resolve();

/** The worker behind `ScriptCalls`: responds to each request once, in order. */
onmessage = ({ data }: MessageEvent<{ readonly id: number; readonly request: ScriptRequest }>) => {
  last = last
    .then(() => handleScriptRequest(engine, data.request, () => performance.now()))
    .then(
      (result) => postMessage({ id: data.id, result }),
      (error: unknown) => postMessage({ id: data.id, failure: String(error) }),
    );
};
