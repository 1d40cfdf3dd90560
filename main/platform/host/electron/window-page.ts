import { serveApp } from './app-scheme.ts';

/** Source of the window's page. */
export interface WindowPage {
  serve(request: Request): Promise<Response>;
  /** True for external URLs that the page may request. */
  allows(url: string): boolean;
}

/** The built renderer only. `npm run dev` replaces it with a development page. */
export function windowPage(rendererFolder: string): WindowPage {
  return { serve: (request) => serveApp(rendererFolder, request), allows: () => false };
}
