import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { ownProfileFolder } from '../../platform/storage/move-profile.ts';
import { definesTenant } from './run-environment.ts';

/**
 * Where profiles, history and open runs are: the folder that is named, else that of the app. A run whose tenant the environment defines has
 * one beside it, so that the history of a pipeline does not appear in the app, and survives the run: what was interrupted
 * can be resumed.
 */
export function stateFolder(named: string | undefined, env: NodeJS.ProcessEnv): string {
  const folder = named ?? env['TDESK_STATE'];
  if (folder !== undefined && folder !== '') return resolve(folder);
  const ofApp = ownProfileFolder({ platform: process.platform, env, homeFolder: homedir() });
  return definesTenant(env) ? `${ofApp}-runs` : ofApp;
}
