import { contextBridge, ipcRenderer } from 'electron';
import { channels } from '../contract/bridge/channels.ts';
import { buildBridge } from '../contract/bridge/build-bridge.ts';
import { createIpcCalls } from './ipc-calls.ts';

const { invoke, on } = createIpcCalls(ipcRenderer, channels);
contextBridge.exposeInMainWorld('desk', buildBridge(invoke, on));
