import {
  answerCompletion,
  answerDefine,
  answerDiagnose,
  answerHover,
  answerPreview,
  answerRenamable,
  answerRename,
  answerTrace,
} from './template/answer-template-request.ts';
import { answerFormat } from './format/answer-format-request.ts';
import { answerFixRequest, answerEdgeCaseRequest } from './edge-cases/answer-edge-case-request.ts';
import { answerRun } from './past-events/answer-run-request.ts';
import { SharedAnswer } from './template/shared-answer.ts';
import { workerReady } from './template/template-protocol.ts';
import type {
  PreviewAnswer,
  TemplateAnswer,
  TemplateRequest,
  WorkerOrder,
} from './template/template-protocol.ts';

let shared: SharedAnswer<PreviewAnswer> | undefined;

/** The worker behind `TemplateEngine`: answers each request once, in order. */
onmessage = ({ data }: MessageEvent<WorkerOrder>) => {
  if ('memory' in data) {
    shared = new SharedAnswer(data.memory);
    return;
  }
  const { id } = data;
  const answered = answer(data.request);
  if (answered.kind === 'preview') shared?.write({ id, answer: answered });
  postMessage({ id, answer: answered });
};
postMessage(workerReady);

function answer(request: TemplateRequest): TemplateAnswer {
  switch (request.kind) {
    case 'preview':
      return answerPreview(request, () => performance.now());
    case 'diagnose':
      return answerDiagnose(request);
    case 'complete':
      return answerCompletion(request);
    case 'hover':
      return answerHover(request);
    case 'define':
      return answerDefine(request);
    case 'renamable':
      return answerRenamable(request);
    case 'rename':
      return answerRename(request);
    case 'format':
      return answerFormat(request);
    case 'trace':
      return answerTrace(request);
    case 'edge-cases':
      return answerEdgeCaseRequest(request, () => performance.now());
    case 'run':
      return answerRun(request, () => performance.now());
    case 'fix':
      return answerFixRequest(request, () => performance.now());
  }
}
