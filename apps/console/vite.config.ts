import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

const api = process.env.API ?? 'http://127.0.0.1:3000';
const passed = ['/api', '/brands', '/trial'];

/** What every page needs, in one file that changes only with its versions. */
const framework =
  /node_modules[\\/](?:react|react-dom|scheduler|react-i18next|i18next[^\\/]*|@emotion|stylis|@tanstack[\\/](?:router-core|react-router|history|store|react-store)|@mui[\\/](?:system|styled-engine|utils|private-theming))[\\/]/;

export default defineConfig({
  plugins: [react(), precompress()],
  build: {
    manifest: true,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'framework', test: framework }] } } },
  },
  server: { host: '127.0.0.1', proxy: Object.fromEntries(passed.map((path) => [path, { target: api, changeOrigin: false }])) },
});
