import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import type { Diagnostics } from 'recheck'
import { bounded } from './bounded-regexps.ts'
import { isInTime } from './time-worst-text.ts'
import { root, sourceFiles } from './walls.ts'

/** A regular expression in the program, and its position. */
export interface Pattern {
  source: string
  flags: string
  places: readonly string[]
}

/** The worst-case time on a text crafted for it; `linear` is the only verdict allowed for outside text. */
export type Verdict = 'linear' | string

const own = /^packages\/(contract|server|console)\/src\//
const helpers = /\.(test|suite|fixture)\.tsx?$|\/testing\//

/** Returns the program's own files, without tests. */
export function programFiles(): readonly string[] {
  return sourceFiles().filter((file) => own.test(file) && !helpers.test(file))
}

/** Finds every regular expression literal, and every place that builds one at run time. */
export function findPatterns(files: readonly string[]): { patterns: readonly Pattern[]; built: readonly string[] } {
  const found = new Map<string, { source: string; flags: string; places: string[] }>()
  const built: string[] = []
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8')
    const placeOf = (start: number) => `${file}:${text.slice(0, start).split('\n').length}`
    const onBuilt = (node: { callee: Expression; start: number }) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') built.push(placeOf(node.start))
    }
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        const { pattern: source, flags } = node.regex
        const key = `/${source}/${flags}`
        const known = found.get(key) ?? { source, flags, places: [] }
        found.set(key, known)
        known.places.push(placeOf(node.start))
      },
      NewExpression: onBuilt,
      CallExpression: onBuilt,
    }).visit(parseSync(file, text).program)
  }
  return { patterns: [...found.values()], built }
}

/** Returns the expressions modules build while loading, when their parts are known. */
export async function patternsBuiltAtLoad(places: readonly string[]): Promise<readonly Pattern[]> {
  const made: Pattern[] = []
  const Plain = globalThis.RegExp
  for (const file of new Set(places.map((place) => place.replace(/:\d+$/, '')))) {
    // The console's modules need a browser; their expressions are judged from the source.
    if (file.startsWith('packages/console/')) continue
    globalThis.RegExp = new Proxy(Plain, {
      construct(target, given, self) {
        const expression = Reflect.construct(target, given, self) as RegExp
        made.push({ source: expression.source, flags: expression.flags, places: [file] })
        return expression
      },
    })
    try {
      await import(pathToFileURL(path.join(root, file)).href)
    } finally {
      globalThis.RegExp = Plain
    }
  }
  return made
}

/** Determines the worst-case time of each expression; earlier results are cached between runs. */
export async function judge(
  patterns: readonly Pattern[],
  remembered: Map<string, Verdict>,
): Promise<Map<Pattern, Verdict>> {
  process.env.RECHECK_BACKEND ??= 'native'
  const { check } = await import('recheck')
  const verdicts = new Map<Pattern, Verdict>()
  const left = [...patterns]
  const work = async () => {
    for (let pattern = left.pop(); pattern; pattern = left.pop()) {
      const key = createHash('sha256').update(`${pattern.flags}/${pattern.source}`).digest('base64url')
      const known = remembered.get(key)
      const flags = pattern.flags.replace('d', '')
      const verdict = known ?? verdictOf(await check(pattern.source, flags, patience))
      remembered.set(key, verdict)
      verdicts.set(pattern, verdict)
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
  return verdicts
}

/** Long enough to get a verdict on a busy machine. */
const patience = { timeout: 60_000 }

function verdictOf(answer: Diagnostics): Verdict {
  if (answer.status === 'safe') return 'linear'
  if (answer.status === 'unknown') return `not known (${answer.error.kind})`
  return isInTime(answer.source, answer.flags, answer.attack) ? 'linear' : answer.complexity.summary
}

/**
 * Returns sentences about expressions that would let a text block the process, and about exceptions no longer needed.
 */
export async function regexpProblems(): Promise<readonly string[]> {
  const { patterns, built } = findPatterns(programFiles())
  const atLoad = await patternsBuiltAtLoad(built)
  const all = [...patterns, ...atLoad]
  const excused = new Set(bounded.map(({ pattern }) => String(pattern)))
  const present = new Set(all.map(nameOf))
  const memory = openMemory()
  const asked = all.filter((pattern) => !excused.has(nameOf(pattern)))
  const verdicts = await judge(asked, memory.verdicts)
  memory.save()
  const bad = [...verdicts].filter(([, verdict]) => verdict !== 'linear')
  return [
    ...bad.map(([pattern, verdict]) => `${pattern.places.join(', ')}: ${nameOf(pattern)} is ${verdict}.`),
    ...[...excused.difference(present)].map(
      (name) => `scripts/bounded-regexps.ts excuses ${name}, which the program has no more.`,
    ),
  ]
}

function nameOf({ source, flags }: Pattern): string {
  return `/${source}/${flags}`
}

function openMemory(): { verdicts: Map<string, Verdict>; save: () => void } {
  const file = path.join(root, 'node_modules/.cache/courtcrier/regexps.json')
  const verdicts = new Map<string, Verdict>(Object.entries(readJson(file)))
  return {
    verdicts,
    save: () => {
      mkdirSync(path.dirname(file), { recursive: true })
      // Expressions a busy machine couldn't decide are retried.
      const lasting = [...verdicts].filter(([, verdict]) => !verdict.startsWith('not known'))
      writeFileSync(file, JSON.stringify(Object.fromEntries(lasting)))
    },
  }
}

function readJson(file: string): Record<string, Verdict> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // On a first run, or after an interrupted one, everything is checked.
    return {}
  }
}

if (process.argv[1] === import.meta.filename) {
  const problems = await regexpProblems()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log('No regular expression takes longer than the length of its text.')
  // The checker's threads would keep the process running.
  process.exit()
}
