import { createServer } from 'node:http';
import type { Browser } from 'playwright';
import { listen } from '../../fakes/tenant-server.ts';

/** Milliseconds in which a page uploads a file to a server that ignores it; one for each round. */
export async function measureUpload(browser: Browser, path: string, rounds: number): Promise<number[]> {
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<input type="file">');
      return;
    }
    request.resume().once('end', () => response.writeHead(204).end());
  });
  const port = await listen(server);
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.setInputFiles('input', path);
    return await page.evaluate<number[]>(`(async () => {
      const [file] = document.querySelector('input').files;
      const times = [];
      while (times.length < ${rounds}) {
        const from = performance.now();
        await fetch('/', { method: 'POST', body: file });
        times.push(performance.now() - from);
      }
      return times;
    })()`);
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
}
