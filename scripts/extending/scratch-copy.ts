import { execFile, execFileSync } from 'node:child_process'
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from '../walls.ts'
import { type Edit, newFilesOf, type Sample } from './sample.ts'

const migrations = 'packages/server/src/base/db/migrations'

export interface ScratchCopy {
  folder: string
  /** Writes the sample's files, edits and proofs. Throws where a file already exists or an anchor isn't one line. */
  add: (sample: Sample) => void
  /** Returns the files whose copy has changed since. */
  changed: () => readonly string[]
  /** Runs a program in the copy; returns its exit code and everything it printed. */
  run: (program: string, args: readonly string[]) => Promise<{ code: number; output: string }>
  remove: () => void
}

/** Copies the working tree to the temporary folder, so that nothing a sample does reaches the tree itself. */
export function copyTree(): ScratchCopy {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courtcrier-extending-'))
  for (const file of filesOfTree()) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    copyFileSync(path.join(root, file), path.join(folder, file), constants.COPYFILE_FICLONE)
  }
  linkPackages(folder)
  return {
    folder,
    add: (sample) => addSample(folder, sample),
    changed: () =>
      filesOfTree().filter(
        (file) => !readFileSync(path.join(root, file)).equals(readFileSync(path.join(folder, file))),
      ),
    run: (program, args) => runIn(folder, program, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function filesOfTree(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  return `${listed}`.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)))
}

/** Links each package separately: a link to the whole folder would lead our own packages back to the tree. */
function linkPackages(folder: string): void {
  const from = path.join(root, 'node_modules')
  const to = path.join(folder, 'node_modules')
  mkdirSync(path.join(to, '@courtcrier'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@courtcrier' && !name.startsWith('.vite')) symlinkSync(path.join(from, name), path.join(to, name))
  }
  for (const name of readdirSync(path.join(folder, 'packages'))) {
    symlinkSync(`../../packages/${name}`, path.join(to, '@courtcrier', name))
  }
}

function addSample(folder: string, sample: Sample): void {
  for (const [name, text] of Object.entries({ ...newFilesOf(sample), ...sample.proofs })) {
    const file = path.join(folder, name.replace('NNNNNN', nextMigration(folder)))
    if (existsSync(file)) throw new Error(`${name} of "${sample.row}" exists already.`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const edit of sample.edits ?? []) {
    const file = path.join(folder, edit.file)
    writeFileSync(file, edited(readFileSync(file, 'utf8'), edit, sample.row))
  }
}

/** Returns the text with the edit. Throws where its anchor isn't there once. */
export function edited(text: string, edit: Edit, row: string): string {
  const anchor = 'find' in edit ? edit.find : edit.after
  const count = text.split(anchor).length - 1
  if (count !== 1) throw new Error(`"${anchor}" stands ${count} times in ${edit.file}, for "${row}".`)
  if ('find' in edit) return text.replace(anchor, () => edit.put)
  const end = text.indexOf('\n', text.indexOf(anchor)) + 1
  return `${text.slice(0, end)}${edit.insert}\n${text.slice(end)}`
}

function nextMigration(folder: string): string {
  const numbers = readdirSync(path.join(folder, migrations)).map((name) => Number.parseInt(name, 10) || 0)
  return `${Math.max(...numbers) + 1}`.padStart(6, '0')
}

function runIn(folder: string, program: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  // The copy's Vitest must not inherit this one's marks, nor its database, which lacks the sample's tables.
  const isOwn = (name: string) => name.startsWith('VITEST') || /^COURTCRIER_TEST_(?!DATABASE_URL)/.test(name)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOwn(name)))
  return new Promise((resolve) => {
    execFile(program, args, { cwd: folder, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) || 1 : 0, output: `${stdout}${stderr}` })
    })
  })
}
