import { libraryMembersOf } from '../procedures/own-entry.ts';
import type { OwnEntry } from '../procedures/procedures.ts';
import type { LibraryJob } from './job-library.ts';

export const jobOfOwn = (own: OwnEntry): LibraryJob => ({ ...libraryMembersOf(own), via: 'job' });
