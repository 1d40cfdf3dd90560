export interface ListedApplication {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** This many applications, starting with `App 0`, every third of them a bookmark; unordered. */
export function listedApplications(count: number): readonly ListedApplication[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `a${index}`,
    name: `App ${index}`,
    type: index % 3 === 0 ? 'Bookmark' : 'SAML',
  })).toReversed();
}
