import { z } from 'zod';

/** `1.2.3`, or `1.3.0-preview.1`: Windows and rpm accept no other forms of versions. */
export const versionPattern =
  /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(?:-preview\.([1-9]\d{0,5}))?$/;

export const versionSchema = z.string().regex(versionPattern, 'Use a version such as 1.2.3.');

/** Negative if the first is older. A preview is older than the version that it previews. Throws for other texts. */
export function compareVersions(first: string, second: string): number {
  const right = partsOf(second);
  const differing = partsOf(first)
    .map((part, index) => part - (right[index] ?? 0))
    .find((difference) => difference !== 0);
  return differing ?? 0;
}

function partsOf(version: string): readonly number[] {
  const [, major, minor, patch, preview] = versionPattern.exec(version) ?? [];
  if (patch === undefined) throw new Error(`${version} is not a version such as 1.2.3.`);
  const ofPreview = preview === undefined ? Number.MAX_SAFE_INTEGER : Number(preview);
  return [Number(major), Number(minor), Number(patch), ofPreview];
}
