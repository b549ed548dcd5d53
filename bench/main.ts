import { benchDeliver } from './deliver.ts'
import { benchFlood } from './flood.ts'
import { benchFullText } from './fulltext.ts'
import { benchGrowth } from './growth.ts'
import { benchImport } from './import.ts'
import { benchIngest } from './ingest.ts'
import { benchPages } from './pages.ts'
import { benchParse } from './parse.ts'
import { benchSearch } from './search.ts'
import { benchStamps } from './stamps.ts'
import { benchTitles } from './titles.ts'

/** Benchmarks by name; `npm run bench -- ingest`, `npm run bench -- parse`. */
const benchmarks: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  deliver: benchDeliver,
  flood: benchFlood,
  fulltext: benchFullText,
  growth: benchGrowth,
  import: benchImport,
  ingest: benchIngest,
  pages: benchPages,
  parse: benchParse,
  search: benchSearch,
  stamps: benchStamps,
  titles: benchTitles,
}

const [name = '', ...args] = process.argv.slice(2)
const run = benchmarks[name]
if (!run) {
  console.error(`Usage: npm run bench -- ${Object.keys(benchmarks).join('|')}`)
  process.exit(2)
}
await run(args)
