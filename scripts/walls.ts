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
  /** Files exempt from the rule. */
  except?: RegExp
  isForbidden: (to: string, from: string) => boolean
}

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Setup and tests are exempt: they may combine parts that must not know each other. */
const helpers = /\.(test|spec|suite|fixture)\.tsx?$|\/testing\//

const fileModules = /^node:(fs|fs\/promises)$/
const networkModules = /^node:(net|tls|http|https|http2|dgram|dns|dns\/promises|child_process|worker_threads|cluster)$/

/** The folders of the server as ARCHITECTURE.md draws them: each may import only those before it. */
export const floors = [
  ...['base', 'records', 'courts', 'retrieval', 'mail', 'stores', 'notices', 'outbox', 'auth', 'behaviours', 'http'],
  // Programs people start, and what starts them.
  ...['main', 'demo', 'doctor', 'agent', 'commands'],
]

/** Returns the position of a file's floor; -1 for files outside the server. Throws for a folder that is on no floor. */
function floorOf(file: string): number {
  const [, folder] = /^packages\/server\/src\/(?:([^/]+)\/)?/.exec(file) ?? []
  if (!file.startsWith('packages/server/src/') || folder === 'testing') return -1
  // Only the program itself, cli.ts, imports commands.
  const floor = file.endsWith('/src/cli.ts') ? 'commands' : (folder ?? 'main')
  if (!floors.includes(floor)) throw new Error(`${folder}/ has no place among the floors in scripts/walls.ts.`)
  return floors.indexOf(floor)
}

/** The folders of the console, each importing only those before it; files above all of them start the program. */
const consoleFloors = ['ui', 'i18n', 'session', 'fields', 'resource', 'shell', 'screens', 'app']

/** Returns -1, below all floors, for files outside the console. */
function consoleFloorOf(file: string): number {
  const [, folder] = /^packages\/console\/src\/(?:(\w+)\/)?/.exec(file) ?? [undefined, 'elsewhere']
  return folder === undefined ? consoleFloors.length : consoleFloors.indexOf(folder)
}

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
    rule: 'lib imports no other package',
    from: /^packages\/lib\//,
    isForbidden: (to) => /^packages\/(?!lib\/)|^(e2e|bench|scripts)\//.test(to),
  },
  {
    rule: 'connectors import lib and the contract, and no other package: they know no database and no firm',
    from: /^packages\/connectors\//,
    except: helpers,
    isForbidden: (to) => /^packages\/(?!(connectors|lib|contract)\/)|^(e2e|bench|scripts)\//.test(to),
  },
  {
    rule: 'the server imports lib, connectors and the contract, and no other package; its tests sign as the sandbox does',
    from: /^packages\/server\//,
    except: helpers,
    isForbidden: (to) => /^packages\/(console|sandbox)\//.test(to),
  },
  {
    rule: 'the console imports the contract and no other package',
    from: /^packages\/console\//,
    isForbidden: (to) => /^packages\/(?!(console|contract)\/)/.test(to),
  },
  {
    rule: 'the sandbox imports no other package, so that it cannot agree with a mistake of the server',
    from: /^packages\/sandbox\//,
    isForbidden: (to) => /^packages\/(?!sandbox\/)/.test(to),
  },
  {
    rule: `a floor of the server imports only from those before it: ${floors.join(', ')}`,
    from: /^packages\/server\/src\//,
    except: helpers,
    isForbidden: (to, from) => floorOf(to) > floorOf(from),
  },
  {
    rule: 'the agent knows no database and no part of the server: of those it has only the version and the log',
    from: /^packages\/server\/src\/agent\//,
    except: helpers,
    isForbidden: (to) => /^packages\/server\/src\/(?!agent\/|base\/(?:version|log)\.ts)/.test(to),
  },
  {
    rule: 'courts/ does no I/O; its directory reads its own data file',
    from: /^packages\/server\/src\/courts\//,
    except: /\.(?:test|suite)\.ts$|\/read-fixture\.ts$|\/data\/build-directory\.ts$/,
    isForbidden: (to, from) =>
      networkModules.test(to) ||
      (fileModules.test(to) && !/\/courts\/directory\/(?:directory|county-courts)\.ts$/.test(from)),
  },
  {
    rule: 'stages do not import what writes to the database',
    from: /^packages\/server\/src\/notices\/pipeline\/stages\//,
    except: helpers,
    isForbidden: (to) =>
      /^packages\/server\/src\/(notices\/(commit|settle|pipeline\/(records|run))|base\/db\/jobs)/.test(to),
  },
  {
    rule: 'console/ui has of the contract only the arithmetic of colors',
    from: /^packages\/console\/src\/ui\//,
    except: helpers,
    isForbidden: (to) => /^packages\/contract\/src\/(?!theme\/)/.test(to),
  },
  {
    rule: `the console's folders import only from themselves and from those before them: ${consoleFloors.join(', ')}`,
    from: /^packages\/console\/src\//,
    except: helpers,
    isForbidden: (to, from) => consoleFloorOf(to) > consoleFloorOf(from),
  },
]

/** Returns one sentence for each import that crosses a wall. */
export function findBreaches(imports: readonly Import[], rules: readonly Wall[] = walls): string[] {
  return rules.flatMap(({ rule, from, except, isForbidden }) =>
    imports
      .filter((entry) => from.test(entry.from) && !except?.test(entry.from) && isForbidden(entry.to, entry.from))
      .map((entry) => `${entry.from} imports ${entry.to}: ${rule}.`),
  )
}

/**
 * Returns the files of each cycle of imports, types included: they can only be understood together. Tests and setup are
 * exempt. (Tarjan, "Depth-first search and linear graph algorithms", 1972.)
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

/** Returns every import of the program's own files. */
export function readImports(): Import[] {
  return sourceFiles().flatMap((from) =>
    specifiersOf(readFileSync(path.join(root, from), 'utf8')).map((specifier) => ({
      from,
      to: resolve(from, specifier),
    })),
  )
}

/** Returns the program's hand-written files, as paths from the repository's root. */
export function sourceFiles(): string[] {
  return ['packages', 'e2e', 'bench', 'scripts'].flatMap(filesIn).filter((file) => /\.(ts|tsx|mjs)$/.test(file))
}

/** Returns the modules a file imports, statically or dynamically, types included. */
export function specifiersOf(text: string): string[] {
  // Anchored at the start of a line, as the formatter writes imports, so that comments and strings about imports don't
  // match.
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

/** Returns the programs in the court directory's data folder; other folders of these names contain none of ours. */
function dataFiles(folder: string): string[] {
  return folder.endsWith('/courts/directory/data')
    ? readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`)
    : []
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
