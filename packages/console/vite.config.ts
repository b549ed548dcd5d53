import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { changelogParts } from './changelog-parts.ts'
import { weighPages } from './page-weights.ts'

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
    test: /(?:session[\\/](?:api|titles|offer-undo)|ui[\\/](?:StatusDot|ErrorState|PageHeader|Tick|use-typed-text|format-[\w-]+)|ViewLinks|InboxWaiting|ManualWaiting|use-can-write|use-inbox-counts)\.tsx?$|Icon(?:Plus|X|ArrowUp|ArrowDown|ChevronDown|ChevronLeft|ChevronRight)\.mjs$/,
    priority: 1,
  },
  // Which columns a table has and what its address says, for lists and for reports of imports.
  { name: 'columns', test: /use-table-layout\.ts$/, priority: 1 },
  // What shows the values of fields, which tables and forms have.
  { name: 'cells', test: /fields[\\/]registry\.ts$/, priority: 1 },
]

/** Files that compression makes smaller; pictures and fonts are compressed already. */
const compressible = /\.(?:js|mjs|css|html|svg|json|wasm)$/

/** Compresses what was built, so that the server doesn't do it for every browser that opens the console. */
function compressBuilt(): Plugin {
  return {
    name: 'compress-built',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true })
      await Promise.all(names.filter((name) => compressible.test(name)).map((name) => compress(path.join(dir, name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

/** The highest, 11, takes 10 seconds instead of 1 for 8 % less. */
const brotliQuality = 9

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), changelogParts(), weighPages(), compressBuilt()],
  // That of pdf.js, which it loads as a module.
  worker: { format: 'es' },
  server: { proxy: { '/api': server, '/demo': server } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
