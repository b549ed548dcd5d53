import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { type ReceiptLine, readLines } from './receipt-lines.ts'

/**
 * Files in which emails are noted while they are being sent, one email at a time in each. They are written in place and
 * stay: creating and removing a file for each email took half of the processor time of sending it.
 */
export interface ReceiptSlots {
  /** Returns the slot of an email, which is a free one or that of an earlier attempt that wasn't recorded. */
  take: (id: string) => Slot
  /**
   * Returns what is noted of an email; `anywhere`: also by other processes since this one began, which means to read
   * their files.
   */
  read: (id: string, anywhere: boolean) => readonly ReceiptLine[]
  /** Deletes what is noted of an email, in the same places, unless another process noted something that isn't over. */
  clear: (id: string, where: { anywhere: boolean; isOver: (line: ReceiptLine) => boolean }) => void
}

/** A file, and from where on it is blank. */
export interface Slot {
  file: string
  position: number
  /** To be called before something is written: up to where the file will not be blank any more. */
  reserve: (end: number) => void
}

interface OwnSlot {
  file: string
  /** In bytes: nothing was written behind it. */
  end: number
}

const prefix = 'slot-'
/** In milliseconds, after which a blank file of another process is removed. It makes a new one, if it still needs it. */
const blankMs = 3_600_000

/** Opens slots of its own in a folder, in which other processes have theirs. */
export function openReceiptSlots(folder: string): ReceiptSlots {
  const own = `${prefix}${randomUUID()}-`
  const free: OwnSlot[] = []
  const held = new Map<string, OwnSlot>()
  let made = 0
  const theirs = () => slotFiles(folder).filter((file) => !path.basename(file).startsWith(own))
  const left = leftBefore(theirs())
  const filesOf = (id: string, anywhere: boolean) => {
    const { file } = held.get(id) ?? {}
    return [...(file === undefined ? [] : [file]), ...(anywhere ? theirs() : (left.get(id) ?? []))]
  }
  const linesIn = (file: string, id: string) => readLines(file).filter((line) => line.id === id)
  return {
    take: (id) => {
      const slot = held.get(id) ?? free.pop() ?? { file: path.join(folder, `${own}${made++}`), end: 0 }
      held.set(id, slot)
      const position = slot.end
      return {
        file: slot.file,
        position,
        reserve: (end) => {
          slot.end = Math.max(slot.end, end)
        },
      }
    },
    read: (id, anywhere) => filesOf(id, anywhere).flatMap((file) => linesIn(file, id)),
    clear: (id, { anywhere, isOver }) => {
      const slot = held.get(id)
      const others = filesOf(id, anywhere).filter((file) => file !== slot?.file)
      for (const file of others) if (areOver(linesIn(file, id), isOver)) blank(file, statSync(file).size)
      left.delete(id)
      if (!slot) return
      blank(slot.file, slot.end)
      slot.end = 0
      held.delete(id)
      free.push(slot)
    },
  }
}

function areOver(lines: readonly ReceiptLine[], isOver: (line: ReceiptLine) => boolean): boolean {
  return lines.length > 0 && lines.every(isOver)
}

/** Writes into a file, in place: what it has behind that stays. Creates it if necessary. */
export function writeInPlace(file: string, text: string | Buffer, position: number): void {
  const handle = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    writeSync(handle, Buffer.from(text), 0, undefined, position)
  } finally {
    closeSync(handle)
  }
}

function blank(file: string, size: number): void {
  try {
    writeInPlace(file, Buffer.alloc(size, '\n'), 0)
  } catch {
    // On a full disk a file can still be removed.
    rmSync(file, { force: true })
  }
}

/** The emails that earlier processes were sending, each with its files. Removes files that no process needs any more. */
function leftBefore(files: readonly string[]): Map<string, readonly string[]> {
  const left = new Map<string, readonly string[]>()
  for (const file of files) {
    const lines = readLines(file)
    for (const id of new Set(lines.map((line) => line.id))) left.set(id, [...(left.get(id) ?? []), file])
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (lines.length === 0 && Date.now() - modified > blankMs) rmSync(file, { force: true })
  }
  return left
}

function slotFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => path.join(folder, name))
}
