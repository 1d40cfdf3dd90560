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

/** In Electron the renderer has no network access: calls go over IPC. */
export const electronPolicy = header(common);

/** In the browser host the page may only connect to its own server. */
export const browserPolicy = header({ ...common, 'connect-src': "'self'" });

/** File name of the script worker in the build: its name and a content hash. */
const scriptWorker = /^\/assets\/script-worker-[\w-]+\.js$/;

/**
 * The policy of a file. A worker has its own policy, from its response: the one that runs scripts may compile WebAssembly, which
 * no page may, and has no network access.
 */
export function policyOf(urlPath: string, page: string): string {
  return scriptWorker.test(urlPath) ? scriptWorkerPolicy : page;
}

const scriptWorkerPolicy = header({
  ...common,
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'none'",
});
