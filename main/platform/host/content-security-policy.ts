const common = {
  'default-src': "'none'",
  'script-src': "'self'",
  // The code editor sets its styles at run time.
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  'worker-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

function header(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** Under Electron the renderer has no network at all: calls go over IPC. */
export const electronPolicy = header(common);

/** In the browser host the page speaks to the server that it came from, and to no other. */
export const browserPolicy = header({ ...common, 'connect-src': "'self'" });
