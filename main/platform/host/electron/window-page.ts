import { serveApp } from './app-scheme.ts';

/** Where the page of the window comes from. */
export interface WindowPage {
  serve(request: Request): Promise<Response>;
  /** True for URLs outside of the page that it may still request. */
  allows(url: string): boolean;
}

/** The built renderer, and nothing else. `npm run dev` builds main with another page in place of this one. */
export function windowPage(rendererFolder: string): WindowPage {
  return { serve: (request) => serveApp(rendererFolder, request), allows: () => false };
}
