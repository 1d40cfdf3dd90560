import type { FileRequest } from '../../../contract/host-events.ts';

export interface FilePickerOptions {
  readonly document: Document;
  readonly navigator: Pick<Navigator, 'userActivation'>;
  readonly fetch: typeof fetch;
}

/** Lets the person choose the file that main asked for and sends it, or says that none was chosen. */
export async function answerFileRequest(request: FileRequest, options: FilePickerOptions): Promise<void> {
  const file = await pickFile(request, options);
  if (file === undefined) {
    await options.fetch(request.uploadPath, { method: 'DELETE' });
    return;
  }
  // A file that is too large is refused by its announced length, before its bytes travel.
  await options.fetch(request.uploadPath, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(file.name) },
    body: file,
  });
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
    // Browsers open a file picker only right after a key or a click; when that is too long ago, ask for one.
    if (navigator.userActivation.isActive) input.click();
    else askForClick(request.title, document, input, () => resolve(undefined));
  });
  return picked.finally(() => input.remove());
}

function askForClick(title: string, document: Document, input: HTMLInputElement, dismiss: () => void): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'bridge-dialog';
  dialog.setAttribute('aria-label', title);
  const heading = document.createElement('p');
  heading.textContent = title;
  const choose = document.createElement('button');
  choose.textContent = 'Choose file…';
  choose.addEventListener('click', () => {
    input.click();
    dialog.remove();
  });
  const cancel = document.createElement('button');
  cancel.textContent = 'Cancel';
  cancel.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    dismiss();
  });
  dialog.append(heading, choose, cancel);
  document.body.append(dialog);
  dialog.showModal();
}

/** Has the browser save a file that main offers. */
export function startDownload(
  download: { readonly fileName: string; readonly downloadPath: string },
  document: Document,
): void {
  const link = document.createElement('a');
  link.href = download.downloadPath;
  link.download = download.fileName;
  link.click();
}
