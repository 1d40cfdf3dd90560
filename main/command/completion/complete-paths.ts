import { readdirSync } from 'node:fs';

/** The files and folders that a word may become; hidden ones only where the word says so. */
export function completePaths(word: string): readonly string[] {
  const end = word.lastIndexOf('/') + 1;
  const [folder, start] = [word.slice(0, end), word.slice(end)];
  try {
    return readdirSync(folder === '' ? '.' : folder, { withFileTypes: true })
      .filter(({ name }) => name.startsWith(start) && (start !== '' || !name.startsWith('.')))
      .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  } catch {
    return [];
  }
}
