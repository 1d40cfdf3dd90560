import './ui/style/index.css';
import './starting.css';
import { mount } from 'svelte';
import type { DeskBridge } from '../contract/bridge/desk.ts';
import { connectDesk } from '../contract/bridge/desk.ts';
import { useLocale } from '../languages/text/intl.ts';
import App from './app/App.svelte';
import { connectBrowserBridge } from './bridge/connect-browser-bridge.ts';

declare global {
  interface Window {
    /** Set by the preload script; absent in the browser host, where the page connects itself. */
    readonly desk?: DeskBridge;
  }
}

useLocale(navigator.language);
const starting = document.getElementById('starting');
const onready = (): void => starting?.remove();
const bridge = window.desk ?? (await connectBrowserBridge(window));
const target = document.getElementById('app');
if (bridge === undefined) onready();
else if (target !== null) mount(App, { target, props: { desk: connectDesk(bridge), onready } });
