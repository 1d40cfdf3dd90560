export interface ListedApplication {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** So many applications, `App 0` and on, every third a bookmark; given in no order. */
export function listedApplications(count: number): readonly ListedApplication[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `a${index}`,
    name: `App ${index}`,
    type: index % 3 === 0 ? 'Bookmark' : 'SAML',
  })).toReversed();
}
