/** A release: `v1.2.3` is stable, `v1.3.0-preview.1` is offered to those who chose previews. */
export interface Release {
  readonly version: string;
  readonly channel: 'stable' | 'preview';
}

const tagPattern = /^v((?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*))(-preview\.[1-9]\d*)?$/;

/** Throws if the tag is not of a release: Windows and rpm accept no other forms of versions. */
export function releaseOfTag(tag: string): Release {
  const [, numbers, preview] = tagPattern.exec(tag) ?? [];
  if (numbers === undefined)
    throw new Error(`${tag} is not the tag of a release. Use v1.2.3 or v1.2.3-preview.1.`);
  return { version: `${numbers}${preview ?? ''}`, channel: preview === undefined ? 'stable' : 'preview' };
}
