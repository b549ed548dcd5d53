import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { filesChangedSince } from './changed-files.ts'
import { forbiddenWords } from './forbidden-words.ts'
import { functionLengths } from './function-lengths.ts'
import { type Import, readImports, root, sourceFiles } from './walls.ts'

// A ratchet: what is to be fewer may not become more. `node scripts/house.ts` compares with the numbers that
// scripts/house.json has, `--lower` writes those that have fallen there, `--list NAME` prints the places of one.

/** A hand-written file of the repository. */
export interface SourceFile {
  file: string
  text: string
}

/** Something to be fewer, and where it is found: `file:line` or a file. */
export interface Measure {
  name: string
  find: (files: readonly SourceFile[], imports: readonly Import[]) => string[]
}

const tests = /\.(test|spec|suite|fixture)\.tsx?$|\/testing\//
const isProgram = ({ file }: SourceFile) => file.startsWith('packages/') && !tests.test(file)

/** Words of comments besides those that no text may have: correct, but not what an American engineer writes. */
const foreignWords =
  /could not be had|can(?:not| not) be had|(?:was|were|be) had (?:from|now)|\bwhoever\b|who (?:is|was|were) told|nobody (?:is|was) told|stands here|[a-z]+ of whom|, when asked/i

export const measures: readonly Measure[] = [
  {
    name: 'functions over 40 lines',
    find: (files) =>
      files
        .filter(isProgram)
        .flatMap(({ file, text }) =>
          functionLengths(file, text).flatMap(({ line, lines }) => (lines > 40 ? [`${file}:${line}`] : [])),
        ),
  },
  { name: 'files over 250 lines', find: (files) => files.filter(({ text }) => linesOf(text) > 250).map(fileOf) },
  { name: 'files under 15 lines with one importer', find: findCrumbs },
  { name: 'comments in words that voice.md replaces', find: (files) => files.flatMap(findForeignComments) },
  { name: 'statements that add events', find: (files) => findStatements(files, /insert into system_events\b/g) },
  { name: 'statements that add deliveries', find: (files) => findStatements(files, /insert into deliveries\b/g) },
  { name: 'statements that add copies', find: (files) => findStatements(files, /insert into document_copies\b/g) },
  {
    name: 'statements that set the status of deliveries',
    find: (files) => findStatements(files, setsStatus('deliveries')),
  },
  {
    name: 'statements that set the status of copies',
    find: (files) => findStatements(files, setsStatus('document_copies')),
  },
  {
    name: 'files that know the table of ethical walls or their kinds',
    find: (files) =>
      files
        .filter((each) => isProgram(each) && /INCLUSIONARY|ethical_walls|tableOf\(ethicalWall\)/.test(each.text))
        .map(fileOf),
  },
  {
    name: 'pages read at once by browser tests',
    find: (files) => files.filter(({ file }) => /^e2e\/.*\.spec\.ts$/.test(file)).flatMap(findHastyReads),
  },
]

function findStatements(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files
    .filter(isProgram)
    .flatMap(({ file, text }) => [...text.matchAll(pattern)].map(({ index }) => placeOf(file, text, index)))
}

/** An update that sets the status, also of a row that is there already, and not one whose condition only mentions it. */
function setsStatus(table: string): RegExp {
  const after = (start: string) => `${start}\\b(?:(?!\\b(?:from|where)\\b)[^\`])*\\bstatus =`
  // Between the table and what is done about a conflict is where the rows are selected from.
  const insertion = `insert into ${table}\\b(?:(?!\\binsert into\\b)[^\`])*?\\bdo update`
  return new RegExp(`${after(`update ${table}`)}|${after(insertion)}`, 'g')
}

function findCrumbs(files: readonly SourceFile[], imports: readonly Import[]): string[] {
  const importers = Map.groupBy(
    imports.filter(({ from }) => !tests.test(from)),
    ({ to }) => to,
  )
  const small = files.filter((each) => isProgram(each) && linesOf(each.text) < 15)
  return small.map(fileOf).filter((file) => new Set(importers.get(file)?.map(({ from }) => from)).size === 1)
}

function findForeignComments({ file, text }: SourceFile): string[] {
  if (file.startsWith('scripts/')) return []
  const { comments } = parseSync(file, text)
  const isForeign = (value: string) =>
    foreignWords.test(value) || forbiddenWords.some(({ pattern }) => pattern.test(value))
  return comments.filter(({ value }) => isForeign(value)).map(({ start }) => placeOf(file, text, start))
}

/** What an assertion that doesn't wait gets from a page, which is right only where the machine is slow enough. */
const pageReads =
  /expect\(\s*\(?await [^;]*?\.(?:count|inputValue|textContent|innerText|allTextContents|boundingBox|getAttribute|isVisible|isDisabled|isChecked|title|evaluate|evaluateAll)\(/g

function findHastyReads({ file, text }: SourceFile): string[] {
  return [...text.matchAll(pageReads)].map(({ index }) => placeOf(file, text, index))
}

function placeOf(file: string, text: string, offset: number): string {
  return `${file}:${text.slice(0, offset).split('\n').length}`
}

function linesOf(text: string): number {
  return text.trimEnd().split('\n').length
}

function fileOf({ file }: SourceFile): string {
  return file
}

interface Comparison {
  allowed: Readonly<Record<string, number>>
  /** The files that were changed last, among which the cause is. */
  changed: readonly string[]
}

/** Returns a sentence for each measure that has risen, and the numbers that have fallen. */
export function compare(found: Readonly<Record<string, readonly string[]>>, { allowed, changed }: Comparison) {
  const entries = Object.entries(found)
  const risen = entries.filter(([name, places]) => places.length > (allowed[name] ?? 0))
  const fallen = entries.filter(([name, places]) => places.length < (allowed[name] ?? 0))
  return {
    problems: risen.map(
      ([name, places]) =>
        `${name}: ${places.length}, and only ${allowed[name] ?? 0} are allowed. ${whereOf(name, places, changed)}`,
    ),
    lowered: Object.fromEntries(fallen.map(([name, places]) => [name, places.length])),
  }
}

/** Those in changed files, or how to list all where none is. */
function whereOf(name: string, places: readonly string[], changed: readonly string[]): string {
  const near = places.filter((place) => changed.includes(place.replace(/:\d+$/, '')))
  return near.length > 0 ? `In files changed last: ${near.join(', ')}` : `node scripts/house.ts --list "${name}"`
}

/** The files of the last commit, and what isn't committed yet; none without a commit before. */
function changedLast(): readonly string[] {
  try {
    return filesChangedSince('HEAD~1')
  } catch {
    return []
  }
}

const table = path.join(root, 'scripts/house.json')

function run([option, name]: readonly string[]): void {
  const files = sourceFiles().map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
  const imports = readImports()
  const found = Object.fromEntries(measures.map((measure) => [measure.name, measure.find(files, imports)]))
  if (option === '--list') {
    console.log((found[name ?? ''] ?? Object.keys(found)).join('\n'))
    return
  }
  const allowed = JSON.parse(readFileSync(table, 'utf8')) as Record<string, number>
  const { problems, lowered } = compare(found, { allowed, changed: changedLast() })
  if (option === '--lower') writeFileSync(table, `${JSON.stringify({ ...allowed, ...lowered }, undefined, 2)}\n`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`Nothing of scripts/house.json has risen.${hintOf(Object.keys(lowered), option)}`)
}

function hintOf(fallen: readonly string[], option: string | undefined): string {
  if (fallen.length === 0) return ''
  return option === '--lower' ? ` Lowered: ${fallen.join(', ')}.` : ' Some has fallen: node scripts/house.ts --lower.'
}

if (import.meta.main) run(process.argv.slice(2))
