/** `1 change`, `2,000 changes`; `many` where it is not `one` with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
