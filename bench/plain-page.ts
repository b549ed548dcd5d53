import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { build, preview } from 'vite'
import type { PlainFiling } from './plain/filing.ts'

export interface PlainPage {
  url: string
  close: () => Promise<void>
}

/** Builds the page that is made of Mantine alone (`bench/plain`), with these rows, and serves it. */
export async function startPlainPage(filings: readonly PlainFiling[]): Promise<PlainPage> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-plain-'))
  const shared = { root: path.join(import.meta.dirname, 'plain'), configFile: false, logLevel: 'error' } as const
  const output = { outDir, emptyOutDir: true, target: 'es2023' }
  await build({ ...shared, build: output })
  await writeFile(path.join(outDir, 'filings.json'), JSON.stringify(filings))
  const server = await preview({ ...shared, build: output, preview: { host: '127.0.0.1', port: 0, open: false } })
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

const words = ['Motion to Dismiss', 'Order', 'Notice of Appearance', 'Reply Brief', 'Stipulation', 'Minute Entry']

/** Returns made-up filings with texts as long as those of real ones. */
export function makePlainFilings(count: number): PlainFiling[] {
  return Array.from({ length: count }, (_, n) => {
    const event = words[n % words.length] ?? ''
    const title = `Halvorsen Holdings ${n} LLC v. Marlowe Insurance Corp.`
    const facts = Array.from({ length: 24 }, (_, fact) => ({
      name: `Fact ${fact + 1}`,
      value: `${event} ${n}.${fact}`,
    }))
    return {
      id: `filing-${n}`,
      status: n % 9 === 0 ? 'Action required' : 'Succeeded',
      received: '8:41 AM',
      court: 'N.D. Cal.',
      title,
      detail: `${event}, filed by counsel for the defendant (Entered: 11/20/2026)`,
      documents: `${n % 4}/${n % 4}`,
      step: n % 9 === 0 ? 'Choose case' : '',
      facts,
    }
  })
}
