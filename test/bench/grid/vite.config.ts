import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** One page with both grids, built as the product is. */
export default defineConfig({ root: import.meta.dirname, plugins: [svelte()], logLevel: 'error' });
