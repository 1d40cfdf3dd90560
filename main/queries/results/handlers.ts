import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { comparisonPlaces, savedPlaces } from '../../../contract/queries/result-formats.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Host } from '../../platform/host/host.ts';
import { columnsOfBoth, compareResults } from './compare-results.ts';
import type { ChartStore } from './chart-store.ts';
import { exportResult } from './export-result.ts';
import type { ResultService } from './result-service.ts';
import type { ResultThread } from './result-thread.ts';
import { savePicture } from './save-picture.ts';

export interface ResultHandlersParts {
  readonly results: ResultService;
  readonly charts: ChartStore;
  readonly thread: ResultThread;
  readonly host: Pick<Host, 'saveFile' | 'emit'>;
  readonly newId: () => string;
}

export function createResultHandlers(parts: ResultHandlersParts): HandlersOf<'results'> {
  const { results, charts, thread } = parts;
  /** The file of a stored result, wherever it is shown. */
  const pathOf = (id: string): string => results.pathOf(results.get(id).id);
  return {
    'results.start': (request, call) => results.start(request, call),
    'results.stop': async ({ id }) => void results.stop(id),
    'results.at': async ({ tenantId, place }) => results.at(tenantId, place),
    'results.window': ({ id, ...request }) => thread.call('window', { path: pathOf(id), ...request }),
    'results.cell': async ({ id, ...request }) => {
      const value = await thread.call('cell', { path: pathOf(id), ...request });
      if (value === undefined) throw failure('not-found', 'This cell is no longer in the result.');
      return { value };
    },
    'results.groups': ({ id, ...request }) => thread.call('groups', { path: pathOf(id), ...request }),
    'results.saveUnderName': ({ id, name }) => results.saveUnderName(id, name),
    'results.comparables': async ({ tenantId }) => results.comparables(tenantId),
    'results.removeSnapshot': async ({ id }) => void (await results.remove(id, savedPlaces)),
    'results.comparable': async ({ left, right }) => {
      const sides = { left: results.completed(left), right: results.completed(right) };
      const { common, ...others } = columnsOfBoth(sides);
      const guess = await thread.call('guessKey', {
        left: pathOf(left),
        right: pathOf(right),
        columns: common,
      });
      return { ...others, common: common.map(({ name }) => name), guess: [...guess] };
    },
    'results.compare': (request, call) => compareResults(parts, request, call),
    'results.endComparison': async ({ id }) => void (await results.remove(id, comparisonPlaces)),
    'results.chartAt': async ({ tenantId, place }) => charts.at(tenantId, place),
    'results.saveChart': async ({ tenantId, place, chart }) => void charts.save(tenantId, place, chart),
    'results.savePicture': (request, call) => savePicture(parts.host, request, call.signal),
    'results.export': (request, call) => exportResult(parts, request, call),
  };
}
