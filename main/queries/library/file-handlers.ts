import type { Emit } from '../../../contract/bridge/events.ts';
import type { CallContext, HandlersOf, Methods } from '../../../contract/bridge/methods.ts';
import { queryFileExtension, queryFileExtensions } from '../../../contract/queries/query-file.ts';
import type { ParsedInputOf } from '../../../contract/schema/method.ts';
import { failure } from '../../platform/errors/failure.ts';
import { fileStem } from '../../platform/files/file-stem.ts';
import { createOpenedFiles } from '../../platform/files/opened-files.ts';
import type { Host } from '../../platform/host/host.ts';
import type { ComparedEntry } from './compare-file.ts';
import { compareFile } from './compare-file.ts';
import { withInner } from './folder-tree.ts';
import type { ImportedFile } from './import-file.ts';
import { importFile, undoImport } from './import-file.ts';
import type { QueryFile } from './query-file.ts';
import { contentOf, maxQueryFileBytes, queryFileText, readQueryFile } from './query-file.ts';
import type { QueryLibrary } from './query-library.ts';

export interface QueryFileParts {
  readonly library: QueryLibrary;
  readonly host: Pick<Host, 'openFile' | 'saveFile'>;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
}

interface OpenedQueries {
  readonly file: QueryFile;
  readonly entries: readonly ComparedEntry[];
}

export function createQueryFileHandlers(parts: QueryFileParts): HandlersOf<'queryFiles'> {
  const { library, host, emit, now, newId } = parts;
  const files = createOpenedFiles<OpenedQueries>('This file is no longer open. Open it again.');
  const imports = createOpenedFiles<ImportedFile>('This import can no longer be undone.');

  return {
    'queryFiles.share': (request, call) => shareQueries(parts, request, call),
    'queryFiles.open': async ({ tenantId }, call) => {
      const opened = await host.openFile(
        { title: 'Import queries', extensions: queryFileExtensions, maxBytes: maxQueryFileBytes },
        call.signal,
      );
      if (opened === undefined) return undefined;
      const file = await readQueryFile(opened, call.signal);
      const entries = compareFile(file.queries, library.of(tenantId));
      const fileId = newId();
      files.add(fileId, { file, entries });
      return {
        ...{ fileId, fileName: opened.name, sharedAt: file.sharedAt },
        withValues: file.queries.some(({ parameters }) =>
          parameters.some(({ value }) => value !== undefined),
        ),
        entries: entries.map(({ theirs, mine, state }, index) => ({
          ...{ index, name: theirs.name, folder: theirs.folder, state },
          mineName: mine?.name ?? null,
        })),
      };
    },
    'queryFiles.entry': async ({ fileId, index }) => {
      const entry = files.get(fileId).entries[index];
      if (entry === undefined) throw failure('not-found', 'The file doesn’t contain this query.');
      const { theirs, mine } = entry;
      return {
        theirs: contentOf(theirs),
        mine:
          mine === undefined
            ? null
            : {
                ...{ name: mine.name, description: mine.description, text: mine.text },
                parameters: mine.parameters,
              },
      };
    },
    'queryFiles.import': async ({ fileId, tenantId, isOfTenant, decisions }) => {
      const { file, entries } = files.get(fileId);
      const imported = library.whole(() =>
        importFile(library, {
          ...{ entries, decisions, folders: file.folders, now: now(), newId },
          tenantId: isOfTenant ? tenantId : null,
        }),
      );
      const importId = newId();
      imports.add(importId, imported);
      emit('queryLibrary.changed', {});
      return { importId, added: imported.addedIds.length, replaced: imported.replaced.length };
    },
    'queryFiles.takeBack': async ({ importId }) => {
      const imported = imports.get(importId);
      library.whole(() => undoImport(library, imported, { removalId: newId(), now: now() }));
      emit('queryLibrary.changed', {});
      return undefined;
    },
  };
}

/** Throws `invalid-input` for a selection without queries. */
async function shareQueries(
  { library, host, now }: QueryFileParts,
  { tenantId, queryIds, folderIds, withValues }: ParsedInputOf<Methods['queryFiles.share']>,
  call: CallContext,
) {
  const there = library.of(tenantId);
  const inner = withInner(there.folders, folderIds);
  const queries = there.queries.filter(
    ({ id, folderId }) => queryIds.includes(id) || (folderId !== null && inner.has(folderId)),
  );
  const folders = there.folders.filter(({ id }) => inner.has(id));
  if (queries.length === 0) throw failure('invalid-input', 'The selection contains no queries.');
  const [first] = queries;
  const title =
    folders.find(({ id }) => id === folderIds[0])?.name ??
    (queries.length === 1 && first !== undefined ? first.name : 'queries');
  const text = queryFileText({ queries, folders, around: there.folders, withValues, sharedAt: now() });
  const saved = await host.saveFile(
    {
      title: 'Share as file',
      suggestedName: `${fileStem(title, 'queries')}${queryFileExtension}`,
      extensions: [queryFileExtension],
    },
    (sink) => sink(text),
    call.signal,
  );
  return saved === undefined ? undefined : { fileName: saved.fileName, count: queries.length };
}
