import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** A page with the product's run and a bare loop, built like the product. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte()],
  worker: { format: 'es' },
  logLevel: 'error',
});
