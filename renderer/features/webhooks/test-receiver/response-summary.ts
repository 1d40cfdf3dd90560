import type { TestReceiverResponse } from '../../../../contract/sandbox/test-receiver.ts';

/** Responses of the test receiver, to try how the tenant handles them. */
export const receiverResponses: readonly { readonly value: TestReceiverResponse; readonly label: string }[] =
  [
    { value: '200', label: '200 OK' },
    { value: '204', label: '204 No Content' },
    { value: '400', label: '400 Bad Request' },
    { value: '429', label: '429 Too Many Requests' },
    { value: '500', label: '500 Internal Server Error' },
    { value: 'nothing', label: 'No response (time out)' },
  ];

export function responseSummary(response: TestReceiverResponse): string {
  return response === 'nothing' ? 'no response' : `responded ${response}`;
}
