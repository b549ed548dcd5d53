import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** The most a page may load before it is complete, in kB after gzip (docs/decisions/0016-weight.md). */
export const weightLimits = {
  login: 175,
  /** What every page behind the login loads before its own code. */
  everyPage: 240,
  page: 300,
  css: 40,
} as const

/** A file of the build, with what it loads at once. */
export interface BuiltFile {
  name: string
  /** After gzip, in kB. */
  size: number
  /** The names of the files it loads before its first view is complete. */
  imports: readonly string[]
  /** Style sheets loaded with it, by name. */
  css: readonly string[]
  role?: 'login' | 'everyPage' | 'page'
}

/** Returns a sentence for each page that loads more than it may, with the largest of its files. */
export function tooHeavy(files: readonly BuiltFile[]): string[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  return files.flatMap((file) => {
    if (!file.role) return []
    const loaded = loadedWith(file, byName)
    const css = new Set(loaded.flatMap((each) => each.css))
    return [
      excess(file, { what: 'JavaScript', limit: weightLimits[file.role], loaded }),
      excess(file, {
        what: 'CSS',
        limit: weightLimits.css,
        loaded: [...css].flatMap((name) => byName.get(name) ?? []),
      }),
    ].filter((sentence) => sentence !== undefined)
  })
}

/** Returns a file and all it imports, in turn. */
function loadedWith(file: BuiltFile, byName: ReadonlyMap<string, BuiltFile>, known = new Set<BuiltFile>()) {
  if (!known.has(file)) {
    known.add(file)
    for (const name of file.imports) {
      const imported = byName.get(name)
      if (imported) loadedWith(imported, byName, known)
    }
  }
  return [...known]
}

interface Load {
  what: 'JavaScript' | 'CSS'
  limit: number
  loaded: readonly BuiltFile[]
}

function excess({ name }: BuiltFile, { what, limit, loaded }: Load): string | undefined {
  const size = loaded.reduce((sum, each) => sum + each.size, 0)
  if (size <= limit) return undefined
  const largest = loaded.toSorted((one, other) => other.size - one.size).slice(0, 5)
  const parts = largest.map((each) => `${each.name} ${each.size.toFixed(1)}`).join(', ')
  return `${name} loads ${size.toFixed(1)} kB of ${what} after gzip and may load ${limit} (docs/decisions/0016-weight.md). Largest: ${parts}.`
}

/** A script in the page itself, which the bundle doesn't contain. */
const firstPaint = path.join(import.meta.dirname, 'public/first-paint.js')

/** The module every page behind the login is in reach of. */
const mainModule = /app[\\/]main-routes\.tsx$/

/** The modules of pages, except those that show a document: its viewer is heavier than a page may be. */
const pageModule = /(?<!(?:Load|Public)Document)Screen\.tsx$/

/** What is loaded on demand, but shown by any list at first, as long as nothing is in it. */
const firstView = /list[\\/]EmptyList\.tsx$/

/** Fails the build if the login page or a page behind it loads more than it may, whatever it loads on demand. */
export function weighPages(): Plugin {
  return {
    name: 'weigh-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const isFirst = (name: string) => {
          const file = bundle[name]
          return file?.type === 'chunk' && firstView.test(file.facadeModuleId ?? '')
        }
        const files = Object.values(bundle).map((file): BuiltFile => {
          const name = file.fileName
          if (file.type === 'asset') return { name, size: sizeOf(file.source), imports: [], css: [] }
          const isPage = file.isDynamicEntry && pageModule.test(file.facadeModuleId ?? '')
          const role = file.isEntry
            ? 'login'
            : file.moduleIds.some((id) => mainModule.test(id))
              ? 'everyPage'
              : isPage
                ? 'page'
                : undefined
          const css = [...(file.viteMetadata?.importedCss ?? [])]
          const ahead = file.isEntry ? sizeOf(readFileSync(firstPaint)) : 0
          const imports = [...file.imports, ...file.dynamicImports.filter(isFirst)]
          return { name, size: sizeOf(file.code) + ahead, imports, css, ...(role ? { role } : {}) }
        })
        const problems = tooHeavy(files)
        if (problems.length > 0) this.error(problems.join('\n'))
      },
    },
  }
}

function sizeOf(content: string | Uint8Array): number {
  return gzipSync(content).length / 1000
}
