import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript, because it starts on any Node the machine has: `npm test` sets up the right one.
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Returns the tests that docs/security.md names, from the repository's root. Throws for a row without one and for a
 * test that isn't there.
 * @returns {readonly string[]}
 */
function hostileTests() {
  const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| (?!threat|-)/.test(line))
  return [...new Set(rows.flatMap(testsOf))]
}

/** @param {string} row @returns {string[]} */
function testsOf(row) {
  const cells = row.split('|')
  const named = [...(cells[cells.length - 2] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
  if (named.length === 0) throw new Error(`This row of docs/security.md names no test: ${row}`)
  return named.map((file) => {
    const found = [file, path.join('packages/server/src', file)].find((each) => existsSync(path.join(root, each)))
    if (found === undefined) throw new Error(`docs/security.md names ${file}, which isn't there.`)
    return found
  })
}

/**
 * Returns the tests that have a long form: browser tests, which check less of a page in the short one, fault tests,
 * and those that ask whether the run is long.
 * @returns {readonly string[]}
 */
function testsWithLongForm() {
  return ['e2e', 'scripts', 'packages'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => path.join(folder, name))
      .filter(hasLongForm)
      .sort(),
  )
}

/** @param {string} file */
function hasLongForm(file) {
  const isOfFaults = path.dirname(file) === path.join('e2e', 'faults')
  return isOfFaults || /from '.*\/(long-run|chromium)\.ts'/.test(readFileSync(path.join(root, file), 'utf8'))
}

const tests = process.argv.includes('--hostile') ? hostileTests() : testsWithLongForm()
if (process.argv.includes('--list')) console.log(tests.join('\n'))
else {
  const env = { ...process.env, COURTCRIER_TEST_LONG: '1' }
  const run = (/** @type {string} */ program, /** @type {readonly string[]} */ args) =>
    spawnSync(program, args, { cwd: root, stdio: 'inherit', env }).status ?? 1
  // Like `npm test`, plus the tests tagged to run beside it.
  process.exitCode =
    run(process.execPath, ['scripts/setup.mjs']) || run('npx', ['--no-install', 'vitest', 'run', ...tests])
}
