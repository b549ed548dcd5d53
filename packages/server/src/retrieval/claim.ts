import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../base/lib/storage-error.ts'

/** The links that this process works on, each a file that no other process can make while it is there. */
export interface Claims {
  /**
   * Takes a link for this process; `activity` is the file that grows while it works on it. Gives a function that lets go
   * of it, or undefined while another process has it. What a dead process left is taken over: its owner is on this
   * machine and gone, or nothing has been written for `staleMs`.
   */
  take: (path: string, activity: string) => (() => void) | undefined
}

/** Prepares claims in a folder. `staleMs` is longer than any one request may take. */
export function openClaims(folder: string, staleMs: number): Claims {
  const make = openMaker(folder)
  return {
    take: (path, activity) => {
      const release = () => rmSync(path, { force: true })
      if (make(path)) return release
      const theirs = readClaim(path)
      if (theirs !== undefined && isAlive(theirs, path, { activity, staleMs })) return undefined
      if (theirs !== undefined && !clearAway(path, theirs)) return undefined
      return make(path) ? release : undefined
    },
  }
}

/** In milliseconds; far below what makes a claim stale. */
const freshMs = 10_000

/**
 * Makes claims; false for one that is there already. They are names of one file, which says who this process is: a name
 * is made and taken back in less than half the time of a file, and file systems without a journal keep away from what
 * was deleted within the last minute (ext4's `recently_deleted`), so that hundreds of short-lived files make each new
 * one slow.
 */
function openMaker(folder: string): (path: string) => boolean {
  const id = randomUUID()
  const own = join(folder, `owner-${id}`)
  const content = JSON.stringify({ host: hostname(), pid: process.pid, id })
  let touchedAt = 0
  let hasLinks = true
  // Never written anew: whoever reads a claim in that moment would find nobody in it.
  const touch = () => {
    const now = Date.now()
    if (touchedAt === 0) writeFileSync(own, content, { flag: 'wx', mode: 0o600 })
    else if (now - touchedAt > freshMs) utimesSync(own, now / 1000, now / 1000)
    else return
    touchedAt = now
  }
  return (path) => {
    if (!hasLinks) return create(path, content)
    try {
      touch()
      linkSync(own, path)
      return true
    } catch (error) {
      const code = errorCode(error) ?? ''
      if (code === 'EEXIST') return false
      if (code !== 'ENOENT' && !linkless.has(code)) throw error
      hasLinks = code === 'ENOENT'
      touchedAt = 0
      return create(path, content)
    }
  }
}

/** What file systems answer that give a file one name only, or no more names. */
const linkless = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function readClaim(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** In containers every program is process 1, so an owner with our own number is our dead predecessor. */
function isAlive(claim: string, path: string, { activity, staleMs }: { activity: string; staleMs: number }): boolean {
  const newest = Math.max(modifiedAt(path), modifiedAt(activity))
  if (Date.now() - newest > staleMs) return false
  const owner = parseOwner(claim)
  if (owner?.host !== hostname()) return owner !== undefined
  return owner.pid !== process.pid && isRunning(owner.pid)
}

/** Undefined when the owner died before it had written who it is. */
function parseOwner(claim: string): { host: string; pid: number } | undefined {
  const [, host, pid] = /"host":"([^"]*)","pid":(\d+)/.exec(claim) ?? []
  return host === undefined || pid === undefined ? undefined : { host, pid: Number(pid) }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, and belongs to somebody else.
    return errorCode(error) === 'EPERM'
  }
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/**
 * Removes a dead claim. Moved aside first, because of two processes that find the same dead claim only one can move
 * it; and if what was moved is not what was read, the other was faster and its fresh claim is put back.
 */
function clearAway(path: string, expected: string): boolean {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true
    throw error
  }
  const isExpected = readFileSync(aside, 'utf8') === expected
  if (!isExpected) linkSync(aside, path)
  rmSync(aside)
  return isExpected
}
