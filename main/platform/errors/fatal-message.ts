import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';

/** Why the app couldn't start, in one line for the terminal. */
export function fatalMessage(error: unknown): string {
  if (error instanceof DeskFailure) return toDeskError(error).message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const port = error instanceof Error && 'port' in error ? String(error.port) : '';
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another with --port, or omit the option.`;
  if (code === 'EACCES' && port !== '')
    return `Port ${port} isn’t permitted. Choose one above 1023 with --port.`;
  return error instanceof Error ? error.message : String(error);
}
