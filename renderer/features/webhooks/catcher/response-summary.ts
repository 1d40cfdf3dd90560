import type { CatcherAnswer } from '../../../../contract/sandbox/catcher.ts';

/** What a receiver may answer, to rehearse how the tenant takes it. */
export const catcherAnswers: readonly { readonly value: CatcherAnswer; readonly label: string }[] = [
  { value: '200', label: '200 OK' },
  { value: '204', label: '204 No Content' },
  { value: '400', label: '400 Bad Request' },
  { value: '429', label: '429 Too Many Requests' },
  { value: '500', label: '500 Internal Server Error' },
  { value: 'nothing', label: 'Nothing: let it wait' },
];

export function responseSummary(answer: CatcherAnswer): string {
  return answer === 'nothing' ? 'not answered' : `answered ${answer}`;
}
