import { readdirSync } from 'node:fs';

/** The files and folders that an argument may become; hidden ones only if it starts with a dot. */
export function completePaths(last: string): readonly string[] {
  const end = last.lastIndexOf('/') + 1;
  const [folder, start] = [last.slice(0, end), last.slice(end)];
  try {
    return readdirSync(folder === '' ? '.' : folder, { withFileTypes: true })
      .filter(({ name }) => name.startsWith(start) && (start !== '' || !name.startsWith('.')))
      .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  } catch {
    return [];
  }
}
