import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './walls.ts'

const files = sourceFiles()

test('no file has more than 400 lines', () => {
  expect(files.length).toBeGreaterThan(300)
  const long = files.map((file) => ({ file, lines: linesOf(file) })).filter(({ lines }) => lines > 400)
  expect(long).toEqual([])
})

test('nine files of ten have at most 250 lines', () => {
  const long = files.filter((file) => linesOf(file) > 250)
  expect(long.length / files.length).toBeLessThan(0.1)
})

test('the README fits on a screen or two', () => {
  expect(linesOf('README.md')).toBeLessThanOrEqual(120)
})

test('no type is any, no error of the compiler is silenced, and nothing is left to be done later', () => {
  const forbidden =
    /\bas any\b|:\s*any\s*(?:[;,)=|&]|$)|<any>|\bany\[\]|@ts-(?:ignore|expect-error|nocheck)|\bTODO\b|\bFIXME\b/
  const own = 'scripts/budgets.test.ts'
  const found = files.filter((file) => file !== own).flatMap((file) => matchingLines(file, forbidden))
  expect(found).toEqual([])
})

test('no file is named for being a heap', () => {
  const heaps = /(^|\/)(utils?|helpers?|misc|common|index)\.tsx?$/
  // A connector is a folder with one way in (ARCHITECTURE.md).
  expect(files.filter((file) => heaps.test(file) && !/\/dms\/[\w-]+\/index\.ts$/.test(file))).toEqual([])
})

test('every version is exact, so that two clones are the same', () => {
  const workspaces = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/package.json`)
  const loose = ['package.json', ...workspaces].flatMap((file) => {
    const { dependencies, devDependencies } = manifestOf(file)
    return Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+/.test(version),
    )
  })
  expect(loose).toEqual([])
})

test('there are at most ten scripts to know', () => {
  // What npm runs by itself before another one is none to know.
  const scripts = Object.keys(manifestOf('package.json').scripts).filter((name) => !name.startsWith('pre'))
  expect(scripts.length).toBeLessThanOrEqual(10)
})

interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

function manifestOf(file: string): Manifest {
  const manifest = JSON.parse(textOf(file)) as Partial<Manifest>
  return { scripts: {}, dependencies: {}, devDependencies: {}, ...manifest }
}

function linesOf(file: string): number {
  return textOf(file).trimEnd().split('\n').length
}

function matchingLines(file: string, pattern: RegExp): string[] {
  return textOf(file)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))
}

function textOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}
