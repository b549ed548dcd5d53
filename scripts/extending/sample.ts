import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../walls.ts'

/** Text put into an existing file: on the lines after the one line that contains `after`, or in place of `find`. */
export type Edit = { file: string } & ({ after: string; insert: string } | { find: string; put: string })

/** One addition as docs/extending.md describes it: its files and edits are all a developer writes. */
export interface Sample {
  /** The first cell of its row in the table of docs/extending.md. */
  row: string
  /** Paths of new files whose text is a code block of the guide. */
  fromGuide?: readonly string[]
  files?: Readonly<Record<string, string>>
  edits?: readonly Edit[]
  /** Tests of the addition, written for this trial only: they fail without it, and aren't counted. */
  proofs: Readonly<Record<string, string>>
  /** Existing tests the addition must keep passing. */
  holds?: readonly string[]
}

const guide = readFileSync(path.join(root, 'docs/extending.md'), 'utf8')

/** Returns the code block that starts with a comment naming this path. Throws when the guide has none. */
function blockOf(file: string): string {
  for (const [, text = ''] of guide.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)) {
    const [first = '', ...rest] = text.split('\n')
    if (first === `// ${file}` || first === `-- ${file}`) return rest.join('\n')
  }
  throw new Error(`docs/extending.md has no code block that starts with the path ${file}.`)
}

/** Returns the new files of a sample with their texts. */
export function newFilesOf({ fromGuide = [], files = {} }: Sample): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(fromGuide.map((file) => [file, blockOf(file)])), ...files }
}

/** Returns the count of files the addition touches, as the table writes it: new files + changed ones. */
export function countOf(sample: Sample): string {
  const changed = new Set((sample.edits ?? []).map(({ file }) => file))
  return `${Object.keys(newFilesOf(sample)).length} + ${changed.size}`
}

/** Returns the counts stated in the guide's table, by the first cell of their row; rows without one are left out. */
export function statedCounts(): Readonly<Record<string, string>> {
  const rows = guide.split('\n').filter((line) => /^\| .* \|$/.test(line))
  const cells = rows.map((line) => line.slice(2, -2).split(' | '))
  return Object.fromEntries(
    cells
      .map((row): [string, string] => [row[0] ?? '', row.at(-1)?.trim() ?? ''])
      .filter(([, last]) => /^\d+ \+ \d+$/.test(last)),
  )
}
