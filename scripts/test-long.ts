import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { effectFiles } from './effects/register.ts'
import { aloneInLongRun, onlyInLongRun } from './only-in-long-run.ts'
import { inTurn, type Program } from './run-tests.ts'
import { root } from './walls.ts'

// Runs the long form of every test that has one, and on the embedded database every test that shows a setting's effect,
// which `.ci/run` runs on PostgreSQL. With `--hostile`, only those that docs/security.md names; with `--effects`, only
// those of settings. `--list` prints the files instead.

/** Throws for a row of docs/security.md that names no test, and for a test that isn't there. */
function hostileTests(): string[] {
  const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| (?!threat|-)/.test(line))
  return [...new Set(rows.flatMap(testsOf))]
}

function testsOf(row: string): string[] {
  const named = [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
  if (named.length === 0) throw new Error(`This row of docs/security.md names no test: ${row}`)
  return named.map((file) => {
    const found = [file, path.join('packages/server/src', file)].find((each) => existsSync(path.join(root, each)))
    if (found === undefined) throw new Error(`docs/security.md names ${file}, which isn't there.`)
    return found
  })
}

/** Browser tests check less of a page in their short form, and other tests ask whether the run is long. */
function testsWithLongForm(): string[] {
  return ['e2e', 'scripts', 'packages'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => path.join(folder, name))
      .filter(hasLongForm)
      .sort(),
  )
}

function hasLongForm(file: string): boolean {
  if (onlyInLongRun.includes(file)) return true
  const text = readFileSync(path.join(root, file), 'utf8')
  return /from '.*\/(long-run|in-long-run|expect-accessible|connector\.suite|hostile\.suite)\.ts'/.test(text)
}

function longForms(tests: readonly string[]): Program[] {
  const alone = tests.filter((file) => aloneInLongRun.includes(file))
  const others = tests.filter((file) => !aloneInLongRun.includes(file))
  return [
    ...bothRunners(others),
    // Without a file named, all tests would run.
    ...(alone.length > 0 ? [['vitest', ['run', '--project=!form', '--maxWorkers=1', ...alone]] as const] : []),
  ]
}

/** Whatever database the others use: the embedded one is what a firm starts with. */
function effectsOnEmbedded(): Program[] {
  return bothRunners(effectFiles(), { COURTCRIER_TEST_DATABASE_URL: undefined })
}

function bothRunners(files: readonly string[], environment: Program[2] = {}): Program[] {
  return [
    ['vitest', ['run', '--project=!form', ...files], environment],
    ['playwright', ['test', ...files], environment],
  ]
}

/** Returns what to run with these options. */
export function longPrograms(options: readonly string[]): Program[] {
  if (options.includes('--effects')) return effectsOnEmbedded()
  if (options.includes('--hostile')) return longForms(hostileTests())
  const runTwice = process.env.COURTCRIER_TEST_DATABASE_URL !== undefined
  const shown = effectFiles()
  return [...longForms(testsWithLongForm().filter((file) => runTwice || !shown.includes(file))), ...effectsOnEmbedded()]
}

if (import.meta.main) {
  const programs = longPrograms(process.argv.slice(2))
  if (process.argv.includes('--list')) console.log(filesOf(programs).join('\n'))
  else {
    process.env.COURTCRIER_TEST_LONG = '1'
    inTurn(programs)
  }
}

function filesOf(programs: readonly Program[]): string[] {
  return [...new Set(programs.flatMap(([, args]) => args.filter((each) => each.endsWith('.ts'))))]
}
