/** Whether a dialog is in front of the view, which then has none of the keys and takes nothing that is dropped. */
export function isModalOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}
