import { describe, expect, it } from 'vitest';
import { handleFileRequest } from './file-picker.ts';

const request = { requestId: 'r', title: 'Open', extensions: ['.json'], maxBytes: 100, uploadPath: '/up' };

/** Responds to a request for a file; the user still has to choose. `sends` is the result of an upload. */
function answering(sends: () => Promise<Response>) {
  const sent: string[] = [];
  const done = handleFileRequest(request, {
    document,
    // The page was just clicked: the picker opens at once.
    navigator: { userActivation: { isActive: true, hasBeenActive: true } },
    fetch: async (path, init) => {
      sent.push(`${init?.method} ${String(path)}`);
      return init?.method === 'POST' ? sends() : new Response(null, { status: 204 });
    },
  });
  const input = document.querySelector<HTMLInputElement>('body > input[type=file]');
  if (input === null) throw new Error('No picker is in the page.');
  return { sent, done, input };
}

function choose(input: HTMLInputElement): void {
  const chosen = new DataTransfer();
  chosen.items.add(new File(['{}'], 'webhooks.json'));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change'));
}

describe('a file that main requested', () => {
  it('is sent once it is chosen', async () => {
    const { sent, done, input } = answering(async () => new Response(null, { status: 204 }));
    choose(input);
    await done;
    expect(sent).toEqual(['POST /up']);
    expect(input.isConnected).toBe(false);
  });

  it('is reported as none when the user chose none', async () => {
    const { sent, done, input } = answering(async () => new Response());
    input.dispatchEvent(new Event('cancel'));
    await done;
    expect(sent).toEqual(['DELETE /up']);
  });

  it('does not keep main waiting if it could not leave the browser', async () => {
    const { sent, done, input } = answering(() => Promise.reject(new TypeError('Failed to fetch')));
    choose(input);
    await done;
    expect(sent).toEqual(['POST /up', 'DELETE /up']);
  });
});
