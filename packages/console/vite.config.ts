import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Where `npm start` serves the API; the development server passes the console's calls on to it.
const server = 'http://127.0.0.1:8420'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: { '/api': server, '/demo': server } },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
})
