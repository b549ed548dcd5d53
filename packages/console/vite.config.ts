import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Where `npm start` serves the API; the development server passes the console's calls on to it.
const server = 'http://127.0.0.1:8420'

/**
 * What always loads together is one file: one large file is smaller after gzip than the dozens of small ones that
 * it shares with other pages would be. A group takes in whatever its modules import; the rest is cut where pages part.
 */
const groups = [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  { name: 'main', test: /app[\\/](?:main-routes|follow-pages)\.tsx?$/, priority: 1 },
  // Nearly every page loads these, each of them a small file otherwise.
  {
    name: 'shared',
    test: /(?:session[\\/](?:api|titles|offer-undo)|ui[\\/](?:StatusDot|ErrorState|PageHeader|format-[\w-]+)|ViewLinks|InboxWaiting|ManualWaiting|use-inbox-counts)\.tsx?$/,
    priority: 1,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: { '/api': server, '/demo': server } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
