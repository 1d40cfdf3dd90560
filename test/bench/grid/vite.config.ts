import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** One page with all grids, built like the product. */
export default defineConfig({ root: import.meta.dirname, plugins: [svelte()], logLevel: 'error' });
