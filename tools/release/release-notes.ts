/**
 * The section of the changelog about the version, without its heading; for a preview, what is unreleased. Throws if there is
 * none or nothing in it: a release without notes is a mistake.
 */
export function releaseNotes(changelog: string, version: string): string {
  const title = version.includes('-') ? 'Unreleased' : version;
  const section = sectionsOf(changelog).find(({ heading }) => titleOf(heading) === title);
  if (section === undefined || section.text === '')
    throw new Error(`CHANGELOG.md has no notes for ${version}. Add them in a section "## ${title}".`);
  return section.text;
}

function sectionsOf(changelog: string): { readonly heading: string; readonly text: string }[] {
  return changelog
    .replaceAll('\r\n', '\n')
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return { heading, text: lines.join('\n').trim() };
    });
}

/** `[1.2.3] - 2026-01-31` has the title `1.2.3`. */
const titleOf = (heading: string): string =>
  heading
    .replace(/ - .*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .trim();
