import { mount, unmount } from 'svelte';
import type { FileRequest } from '../../contract/bridge/host-events.ts';

interface FilePickerOptions {
  readonly document: Document;
  readonly navigator: Pick<Navigator, 'userActivation'>;
  readonly fetch: typeof fetch;
}

/** Lets the user choose the file that main requested and sends it, or reports that there is none. Never rejects. */
export async function handleFileRequest(request: FileRequest, options: FilePickerOptions): Promise<void> {
  const file = await pickFile(request, options);
  // If main received part of a file, it notifies its caller; if nothing left the browser, the caller would wait
  // forever.
  const isSent = file !== undefined && (await send(file, request.uploadPath, options.fetch));
  if (!isSent) await options.fetch(request.uploadPath, { method: 'DELETE' }).catch(() => undefined);
}

/**
 * Returns whether it arrived. A file that is too large is rejected by its announced length, before its bytes are
 * sent.
 */
async function send(file: File, path: string, fetch: FilePickerOptions['fetch']): Promise<boolean> {
  try {
    await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(file.name) },
      body: file,
    });
    return true;
  } catch {
    return false;
  }
}

function pickFile(
  request: FileRequest,
  { document, navigator }: FilePickerOptions,
): Promise<File | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = request.extensions.join(',');
  input.hidden = true;
  document.body.append(input);
  const picked = new Promise<File | undefined>((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    // Browsers open a file picker only right after a key or a click; if that was too long ago, ask for one.
    if (navigator.userActivation.isActive) input.click();
    else {
      const dismiss = (): void => resolve(undefined);
      askForClick(request.title, document.body, () => input.click(), dismiss).catch(dismiss);
    }
  });
  return picked.finally(() => input.remove());
}

/** Opens the picker from a click on its own element, which stays in the page until the user is done. */
async function askForClick(
  title: string,
  target: Element,
  open: () => void,
  dismiss: () => void,
): Promise<void> {
  const { default: ChooseFile } = await import('./ChooseFile.svelte');
  const dialog = mount(ChooseFile, {
    target,
    props: {
      title,
      onchoose() {
        open();
        void unmount(dialog);
      },
      oncancel() {
        dismiss();
        void unmount(dialog);
      },
    },
  });
}

/** Makes the browser save a file that main offers. */
export function startDownload(
  download: { readonly fileName: string; readonly downloadPath: string },
  document: Document,
): void {
  const link = document.createElement('a');
  link.href = download.downloadPath;
  link.download = download.fileName;
  link.click();
}
