import {
  answerCompletion,
  answerDefine,
  answerDiagnose,
  answerHover,
  answerPreview,
  answerRenamable,
  answerRename,
  answerTrace,
} from './answer-template-request.ts';
import { answerFormat } from './format/answer-format-request.ts';
import { answerMend, answerProbe } from './hostile/answer-hostile-request.ts';
import { answerRun } from './past-events/answer-run-request.ts';
import { workerReady } from './template-protocol.ts';
import type { TemplateAnswer, TemplateRequest } from './template-protocol.ts';

/** The worker behind `TemplateEngine`: answers each request once, in order. */
onmessage = ({ data }: MessageEvent<{ readonly id: number; readonly request: TemplateRequest }>) => {
  postMessage({ id: data.id, answer: answer(data.request) });
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
    case 'probe':
      return answerProbe(request, () => performance.now());
    case 'run':
      return answerRun(request, () => performance.now());
    case 'mend':
      return answerMend(request, () => performance.now());
  }
}
