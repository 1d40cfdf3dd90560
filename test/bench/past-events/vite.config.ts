import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** A page with the run of the product and a bare loop, built as the product is. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte()],
  worker: { format: 'es' },
  logLevel: 'error',
});
