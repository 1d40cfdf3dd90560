/** `50 MB`, `100 KB`, rounded up. */
export function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.ceil(bytes / 1024 / 1024)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}
