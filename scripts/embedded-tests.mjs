import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const source = path.join(root, 'packages/server/src')
const marker = path.join(source, 'testing/database.ts')

/**
 * Returns whether a file is, or imports, directly or through others, what is looked for.
 * @param {string} file @param {{ isFound: (file: string) => boolean, folder?: string | undefined }} looked only within the folder, if one is given
 * @param {Set<string>} [seen] @returns {boolean}
 */
function reaches(file, { isFound, folder }, seen = new Set()) {
  if (isFound(file)) return true
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)
  return [...imports]
    .map(([, to = '']) => path.resolve(path.dirname(file), to))
    .filter((to) => folder === undefined || path.dirname(to) === folder)
    .some((to) => reaches(to, { isFound, folder }, seen))
}

/** Only tests that open a database differ on PostgreSQL. @param {string} file @returns {boolean} */
const opensDatabase = (file) => reaches(file, { isFound: (found) => found === marker })

/**
 * Returns whether a test is of code that has something of its own for the embedded database: only that can pass on
 * PostgreSQL and fail here. What `base/db` has are also its migrations.
 * @param {string} test @returns {boolean}
 */
function isOfItsOwn(test) {
  const folder = path.dirname(test)
  return folder === path.join(source, 'base/db') || reaches(test, { isFound: (file) => knowing.has(file), folder })
}

const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => path.join(source, name))
const knowing = new Set(
  sources.filter((file) => !file.includes('.test.') && readFileSync(file, 'utf8').includes('pglite')),
)
const tests = sources
  .filter((file) => file.endsWith('.test.ts') && isOfItsOwn(file) && opensDatabase(file))
  .map((file) => path.relative(root, file))
  .sort()
if (tests.length === 0) throw new Error('No test opens a database: the way of testing/database.ts has changed.')
console.log(tests.join('\n'))
