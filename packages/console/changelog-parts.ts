import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

const changelog = path.join(import.meta.dirname, '../../CHANGELOG.md')
const newest = 'virtual:changelog/newest'
const older = 'virtual:changelog/older'

/** How much of it the page of release notes shows at first, in characters: some hundred changes. */
const shownAtFirst = 40_000

/** Makes the changelog two modules: all of it would be more than a page may load. */
export function changelogParts(): Plugin {
  return {
    name: 'changelog-parts',
    resolveId: (id) => (id === newest || id === older ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${newest}` && id !== `\0${older}`) return undefined
      this.addWatchFile(changelog)
      const parts = cutChangelog(await readFile(changelog, 'utf8'))
      const part = id === `\0${newest}` ? parts.newest : parts.older
      return `export default ${JSON.stringify(part)}\nexport const hasOlder = ${parts.older !== ''}`
    },
  }
}

/** Cuts it between two lines; together they are the whole. */
export function cutChangelog(text: string, length = shownAtFirst): { newest: string; older: string } {
  const end = text.length > length ? text.indexOf('\n', length) + 1 : 0
  return end === 0 ? { newest: text, older: '' } : { newest: text.slice(0, end), older: text.slice(end) }
}
