import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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

const own = /^packages\/(contract|lib|connectors|server|console)\/src\//
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

/** Determines the worst-case time of each expression, except of those whose digests are known to be linear. */
export async function judge(
  patterns: readonly Pattern[],
  known: ReadonlySet<string> = new Set(),
): Promise<Map<Pattern, Verdict>> {
  process.env.RECHECK_BACKEND ??= 'native'
  const { check } = await import('recheck')
  const verdicts = new Map<Pattern, Verdict>()
  const left = [...patterns]
  const work = async () => {
    for (let pattern = left.pop(); pattern; pattern = left.pop()) {
      const flags = pattern.flags.replace('d', '')
      const isKnown = known.has(digestOf(pattern))
      const verdict = isKnown ? 'linear' : verdictOf(await check(pattern.source, flags, patience))
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
export async function regexpProblems(known = readJudged()): Promise<readonly string[]> {
  const { patterns, built } = findPatterns(programFiles())
  const atLoad = await patternsBuiltAtLoad(built)
  const all = [...patterns, ...atLoad]
  const excused = new Set(bounded.map(({ pattern }) => String(pattern)))
  const present = new Set(all.map(nameOf))
  const asked = all.filter((pattern) => !excused.has(nameOf(pattern)))
  const verdicts = await judge(asked, known)
  if (!process.env.CI) noteJudged(verdicts)
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

/**
 * The digests of expressions found linear, one per line, after the version of the checker that found it. Judging all of
 * them takes two minutes of two cores, so those that haven't changed aren't judged again.
 */
const judgedFile = path.join(root, 'scripts/linear-regexps.txt')

/** Returns the expressions judged before by this version of the checker; none when it is another. */
function readJudged(): ReadonlySet<string> {
  const [version, ...digests] = existsSync(judgedFile) ? readFileSync(judgedFile, 'utf8').trim().split('\n') : []
  return new Set(version === checkerVersion() ? digests : [])
}

/** Lists the linear expressions that the program has now, for the commit that brings them. */
function noteJudged(verdicts: ReadonlyMap<Pattern, Verdict>): void {
  const linear = [...verdicts].filter(([, verdict]) => verdict === 'linear').map(([pattern]) => digestOf(pattern))
  const text = `${[checkerVersion(), ...[...new Set(linear)].toSorted()].join('\n')}\n`
  if (!existsSync(judgedFile) || readFileSync(judgedFile, 'utf8') !== text) writeFileSync(judgedFile, text)
}

function checkerVersion(): string {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return `recheck ${devDependencies.recheck}`
}

/** A mark drawn at random when a module is loaded doesn't make another expression of it. */
function digestOf({ source, flags }: Pattern): string {
  const lasting = source.replaceAll(/[0-9a-f]{8,}/g, 'mark')
  return createHash('sha256').update(`${flags}/${lasting}`).digest('base64url')
}

// With `--all`, expressions found linear before are judged again.
if (process.argv[1] === import.meta.filename) {
  const problems = await (process.argv.includes('--all') ? regexpProblems(new Set()) : regexpProblems())
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log('No regular expression takes longer than the length of its text.')
  // The checker's threads would keep the process running.
  process.exit()
}
