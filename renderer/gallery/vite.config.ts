import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** The gallery of the design system: every component in every state. Not part of the product. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte()],
  server: { port: 5199, strictPort: false },
});
