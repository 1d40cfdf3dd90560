import { expect, it } from 'vitest';
import { EngineStopped, TemplateEngine } from './template/template-engine.ts';
import { templateHelp } from './template-help.ts';

const helpOf = (engine: Pick<TemplateEngine, 'ask'>) => templateHelp(engine, () => []);
const failing = (error: Error) => helpOf({ ask: () => Promise.reject(error) });

it('is nothing once the engine was stopped, instead of an error', async () => {
  const { complete, hover, define } = failing(new EngineStopped('The template engine was stopped.'));
  expect(await complete({ text: '${', position: 2, explicit: false })).toBeUndefined();
  expect(await hover('${a}', 2)).toBeUndefined();
  expect(await define('${a}', 2)).toBeUndefined();
});

it('reports other errors', async () => {
  await expect(failing(new Error('a mistake')).hover('${a}', 2)).rejects.toThrow('a mistake');
});

it('knows what the engine rejects with when it is stopped', async () => {
  const worker = {
    onmessage: null,
    onerror: null,
    postMessage: () => undefined,
    terminate: () => undefined,
  };
  const engine = new TemplateEngine(() => worker);
  const pending = engine.ask({ kind: 'define', source: 'a', offset: 0 });
  engine.stop();
  await expect(pending).rejects.toBeInstanceOf(EngineStopped);
});
