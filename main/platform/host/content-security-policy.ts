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

/** What the build calls the worker in which scripts run: its name, and a hash of its content. */
const scriptWorker = /^\/assets\/script-worker-[\w-]+\.js$/;

/**
 * The policy of a file. A worker has a policy of its own, that of the answer which brings it: the one in which scripts
 * run may compile WebAssembly, speaks to nobody, and no page may do as much.
 */
export function policyOf(urlPath: string, page: string): string {
  return scriptWorker.test(urlPath) ? scriptWorkerPolicy : page;
}

const scriptWorkerPolicy = header({
  ...common,
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'none'",
});
