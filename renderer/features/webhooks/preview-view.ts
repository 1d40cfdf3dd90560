/** How the studio shows the output of a template. */
export const previewViews = [
  { value: 'json', label: 'JSON' },
  { value: 'rendered', label: 'Rendered' },
  { value: 'request', label: 'Request' },
] as const;

export type PreviewView = (typeof previewViews)[number]['value'];

/** The view that was used last; JSON at first. */
export const rememberedView = (stored: string | null | undefined): PreviewView =>
  previewViews.find(({ value }) => value === stored)?.value ?? 'json';
