/** Whether a dialog is in front of the view, which then receives no keys and accepts no dropped files. */
export function isModalOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}
