import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** One import, with both ends as paths from the repository's root; packages and Node's own modules keep their names. */
export interface Import {
  from: string
  to: string
}

/** A border between parts of the program: what the files of `from` must not import. */
export interface Wall {
  rule: string
  from: RegExp
  /** Files that the rule does not speak of. */
  except?: RegExp
  isForbidden: (to: string, from: string) => boolean
}

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Set-up and tests stand outside: they may bring parts together that do not know each other. */
const helpers = /\.(test|suite|fixture)\.tsx?$|\/testing\//

const fileModules = /^node:(fs|fs\/promises)$/
const networkModules = /^node:(net|tls|http|https|http2|dgram|dns|dns\/promises|child_process|worker_threads|cluster)$/

/** The borders that ARCHITECTURE.md draws. */
export const walls: readonly Wall[] = [
  {
    rule: 'the contract imports nothing of the other packages',
    from: /^packages\/contract\//,
    isForbidden: (to) => /^packages\/(?!contract\/)|^(e2e|bench|scripts)\//.test(to),
  },
  {
    rule: 'the contract does no I/O; only the program that writes its .proto file does',
    from: /^packages\/contract\/src\//,
    except: new RegExp(`${helpers.source}|\\/emit-proto\\.ts$`),
    isForbidden: (to) => to.startsWith('node:'),
  },
  {
    rule: 'the server imports the contract and no other package',
    from: /^packages\/server\//,
    isForbidden: (to) => /^packages\/(console|sandbox)\//.test(to),
  },
  {
    rule: 'the console imports the contract and no other package',
    from: /^packages\/console\//,
    isForbidden: (to) => /^packages\/(server|sandbox)\//.test(to),
  },
  {
    rule: 'the sandbox imports no other package, so that it cannot agree with a mistake of the server',
    from: /^packages\/sandbox\//,
    isForbidden: (to) => /^packages\/(?!sandbox\/)/.test(to),
  },
  {
    rule: 'base/ knows no domain word, and nothing above it',
    from: /^packages\/server\/src\/base\//,
    except: helpers,
    isForbidden: (to) => /^packages\/server\/src\/(?!base\/)/.test(to),
  },
  {
    rule: 'lib/ imports nothing outside lib/',
    from: /^packages\/server\/src\/base\/lib\//,
    isForbidden: (to) => to.startsWith('packages/') && !to.startsWith('packages/server/src/base/lib/'),
  },
  {
    rule: 'courts/ does no I/O; its directory reads its own data file',
    from: /^packages\/server\/src\/courts\//,
    except: /\.(?:test|suite)\.ts$|\/read-fixture\.ts$|\/data\/build-directory\.ts$/,
    isForbidden: (to, from) =>
      networkModules.test(to) || (fileModules.test(to) && !/\/courts\/(?:directory|county-courts)\.ts$/.test(from)),
  },
  {
    rule: 'stages do not import what writes to the database',
    from: /^packages\/server\/src\/pipeline\/stages\//,
    except: helpers,
    isForbidden: (to) => /^packages\/server\/src\/(pipeline\/(commit|records|settle|run)|base\/db\/jobs)/.test(to),
  },
  {
    rule: 'console/ui knows no screen, session or resource; of the contract it has the arithmetic of colours',
    from: /^packages\/console\/src\/ui\//,
    except: helpers,
    isForbidden: (to) =>
      /^packages\/(contract\/src\/(?!theme\/)|console\/src\/(screens|session|resource|app|shell|fields)\/)/.test(to),
  },
]

/** One sentence for each import that crosses a wall. */
export function findBreaches(imports: readonly Import[], rules: readonly Wall[] = walls): string[] {
  return rules.flatMap(({ rule, from, except, isForbidden }) =>
    imports
      .filter((entry) => from.test(entry.from) && !except?.test(entry.from) && isForbidden(entry.to, entry.from))
      .map((entry) => `${entry.from} imports ${entry.to}: ${rule}.`),
  )
}

/**
 * The files of each circle of imports, types included: what can only be understood together. Tests and set-up stand
 * outside. (Tarjan, "Depth-first search and linear graph algorithms", 1972.)
 */
export function findCircles(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(
    imports.filter(({ from, to }) => !helpers.test(from) && to.startsWith('packages/')),
    ({ from }) => from,
  )
  const order = new Map<string, number>()
  const reach = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    order.set(file, order.size)
    reach.set(file, order.size - 1)
    open.push(file)
    for (const { to } of next.get(file) ?? []) {
      if (!order.has(to)) reach.set(file, Math.min(reach.get(file) ?? 0, visit(to)))
      else if (open.includes(to)) reach.set(file, Math.min(reach.get(file) ?? 0, order.get(to) ?? 0))
    }
    if (reach.get(file) === order.get(file)) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1 || next.get(file)?.some(({ to }) => to === file)) circles.push(circle)
    }
    return reach.get(file) ?? 0
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return circles
}

/** Every import of the program's own files. */
export function readImports(): Import[] {
  return sourceFiles().flatMap((from) =>
    specifiersOf(readFileSync(path.join(root, from), 'utf8')).map((specifier) => ({
      from,
      to: resolve(from, specifier),
    })),
  )
}

/** Files of the program that are written by people, from the repository's root. */
export function sourceFiles(): string[] {
  return ['packages', 'e2e', 'bench', 'scripts'].flatMap(filesIn).filter((file) => /\.(ts|tsx|mjs)$/.test(file))
}

/** What a file imports, statically or later, types included. */
export function specifiersOf(text: string): string[] {
  // Anchored at the start of a line, as the formatter writes them: comments and texts that speak of imports are none.
  const fixed = text.matchAll(/^(?:import|export)\b(?:[^'";]*?\bfrom)?\s*'([^']+)'/gm)
  const later = text.matchAll(/\bimport\(\s*'([^']+)'/g)
  return [...fixed, ...later].map((match) => match[1] ?? '')
}

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return /^(node_modules|dist|fixtures|data)$/.test(entry.name) ? dataFiles(name) : filesIn(name)
    return [name]
  })
}

/** The court directory's data folder holds programs too; other folders of these names hold none of ours. */
function dataFiles(folder: string): string[] {
  return folder.endsWith('/courts/data') ? readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`) : []
}

function resolve(from: string, specifier: string): string {
  const [bare = ''] = specifier.split('?')
  const own = /^@courtcrier\/(\w+)\/(.+)$/.exec(bare)
  if (own) return `packages/${own[1]}/src/${own[2]}`
  return bare.startsWith('.') ? path.posix.join(path.posix.dirname(from), bare) : bare
}

if (import.meta.main) {
  const imports = readImports()
  const breaches = findBreaches(imports)
  const circles = findCircles(imports).map((files) => `These files import each other in a circle: ${files.join(', ')}.`)
  for (const problem of [...breaches, ...circles]) console.error(problem)
  if (breaches.length + circles.length > 0) process.exitCode = 1
  else console.log('No import crosses a wall, and none leads back to its file.')
}
