import {
  handleComplete,
  handleDefine,
  handleDiagnose,
  handleHover,
  handlePreview,
  handleRenamable,
  handleRename,
  handleTrace,
} from './template/handle-template-request.ts';
import { handleFormat } from './format/handle-format-request.ts';
import { handleFixRequest, handleEdgeCaseRequest } from './edge-cases/handle-edge-case-request.ts';
import { handleRun } from './past-events/handle-run-request.ts';
import { SharedResult } from './template/shared-result.ts';
import { workerReady } from './template/template-protocol.ts';
import type {
  PreviewResult,
  TemplateResult,
  TemplateRequest,
  WorkerOrder,
} from './template/template-protocol.ts';

let shared: SharedResult<PreviewResult> | undefined;

/** The worker behind `TemplateEngine`: responds to each request once, in order. */
onmessage = ({ data }: MessageEvent<WorkerOrder>) => {
  if ('memory' in data) {
    shared = new SharedResult(data.memory);
    return;
  }
  const { id } = data;
  const result = handle(data.request);
  if (result.kind === 'preview') shared?.write({ id, result });
  postMessage({ id, result });
};
postMessage(workerReady);

function handle(request: TemplateRequest): TemplateResult {
  switch (request.kind) {
    case 'preview':
      return handlePreview(request, () => performance.now());
    case 'diagnose':
      return handleDiagnose(request);
    case 'complete':
      return handleComplete(request);
    case 'hover':
      return handleHover(request);
    case 'define':
      return handleDefine(request);
    case 'renamable':
      return handleRenamable(request);
    case 'rename':
      return handleRename(request);
    case 'format':
      return handleFormat(request);
    case 'trace':
      return handleTrace(request);
    case 'edge-cases':
      return handleEdgeCaseRequest(request, () => performance.now());
    case 'run':
      return handleRun(request, () => performance.now());
    case 'fix':
      return handleFixRequest(request, () => performance.now());
  }
}
