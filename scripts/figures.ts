import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { functionLengths } from './function-lengths.ts'
import { type Import, specifiersOf } from './walls.ts'

// The size of the code base in figures: `node scripts/figures.ts [folder]`, of this clone or another one.

const root = path.resolve(process.argv[2] ?? path.dirname(import.meta.dirname))
const tests = /\.(test|spec|suite|fixture)\.tsx?$|\/testing\//
const files = ['packages', 'e2e', 'bench', 'scripts'].flatMap(filesIn)
const program = files.filter((file) => file.startsWith('packages/') && !tests.test(file))
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
const lengths = program
  .flatMap((file) => functionLengths(file, textOf(file)).map(({ lines }) => lines))
  .sort((a, b) => a - b)

const figures = {
  'files of the program': program.length,
  'lines of the program': sumOf(program.map(linesOf)),
  'files in all, with tests': files.length,
  'lines in all, with tests': sumOf(files.map(linesOf)),
  'exported names': sumOf(program.map((file) => (textOf(file).match(/^export (?!type \{)/gm) ?? []).length)),
  functions: lengths.length,
  'median lines of a function': lengths[Math.floor(lengths.length / 2)] ?? 0,
  'functions over 40 lines': lengths.filter((lines) => lines > 40).length,
  'functions over 80 lines': lengths.filter((lines) => lines > 80).length,
  'files with one importer': filesWithOneImporter().length,
  'files with one importer, up to 30 lines': filesWithOneImporter().filter((file) => linesOf(file) <= 30).length,
}
for (const [name, value] of Object.entries(figures)) console.log(`${String(value).padStart(8)}  ${name}`)

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist|fixtures)$/.test(entry.name) ? [] : filesIn(name)
    return /\.(ts|tsx|mjs)$/.test(name) ? [name] : []
  })
}

function textOf(file: string): string {
  return texts.get(file) ?? ''
}

function linesOf(file: string): number {
  return textOf(file).split('\n').length - 1
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function filesWithOneImporter(): string[] {
  const imports = program.flatMap((from): Import[] => {
    const targets = specifiersOf(textOf(from)).map((to) => targetOf(from, to))
    return [...new Set(targets)].map((to) => ({ from, to }))
  })
  const importers = Map.groupBy(imports, ({ to }) => to)
  return program.filter((file) => importers.get(file)?.length === 1)
}

function targetOf(from: string, specifier: string): string {
  const own = /^@courtcrier\/(\w+)\/(.+)$/.exec(specifier)
  if (own) return `packages/${own[1]}/src/${own[2]}`
  return path.posix.join(path.posix.dirname(from), specifier)
}
