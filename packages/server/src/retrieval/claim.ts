import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '@courtcrier/lib/storage-error.ts'

/**
 * The links that this process is working on, each claimed by a file that no other process can create while it exists.
 */
export interface Claims {
  /**
   * Claims a link for this process; `activity` is the file that grows in the meantime. Returns a function that releases
   * the claim, or undefined if another process holds it. A dead process's claim is taken over: its owner was on this
   * machine and is gone, or nothing has been written for `staleMs`. If that one was only standing still, it leaves the
   * claim of the other alone.
   */
  take: (path: string, activity: string) => (() => void) | undefined
}

/** Prepares claims in a folder. `staleMs` must be longer than any one request may take. */
export function openClaims(folder: string, staleMs: number): Claims {
  const { make, content } = openMaker(folder)
  return {
    take: (path, activity) => {
      const release = () => {
        if (readClaim(path) === content) rmSync(path, { force: true })
      }
      if (make(path)) return release
      const theirs = readClaim(path)
      if (theirs !== undefined && isAlive(theirs, path, { activity, staleMs })) return undefined
      if (theirs !== undefined && !clearAway(path, theirs)) return undefined
      return make(path) ? release : undefined
    },
  }
}

/** In milliseconds; well below the age at which a claim is stale. */
const freshMs = 10_000

/**
 * Creates claims of this `content`; returns false if one already exists. Claims are hard links to one file that identifies this process.
 * Creating and removing a link takes less than half the time of a file, and file systems without a journal avoid inodes
 * deleted within the last minute (ext4's `recently_deleted`), so hundreds of short-lived files would slow down each new
 * one.
 */
function openMaker(folder: string): { make: (path: string) => boolean; content: string } {
  const id = randomUUID()
  const own = join(folder, `owner-${id}`)
  const content = JSON.stringify({ host: hostname(), pid: process.pid, id })
  let touchedAt = 0
  let hasLinks = true
  // Never rewritten: a process reading the claim at that moment would find it empty.
  const touch = () => {
    const now = Date.now()
    if (touchedAt === 0) writeFileSync(own, content, { flag: 'wx', mode: 0o600 })
    else if (now - touchedAt > freshMs) utimesSync(own, now / 1000, now / 1000)
    else return
    touchedAt = now
  }
  const make = (path: string) => {
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
  return { make, content }
}

/** Errors of file systems without hard links, or with no more links for the file. */
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

/** In containers every program is process 1, so an owner with our own process id is our dead predecessor. */
function isAlive(claim: string, path: string, { activity, staleMs }: { activity: string; staleMs: number }): boolean {
  const newest = Math.max(modifiedAt(path), modifiedAt(activity))
  if (Date.now() - newest > staleMs) return false
  const owner = parseOwner(claim)
  if (owner?.host !== hostname()) return owner !== undefined
  return owner.pid !== process.pid && isRunning(owner.pid)
}

/** Undefined if the owner died before it wrote its identity. */
function parseOwner(claim: string): { host: string; pid: number } | undefined {
  const [, host, pid] = /"host":"([^"]*)","pid":(\d+)/.exec(claim) ?? []
  return host === undefined || pid === undefined ? undefined : { host, pid: Number(pid) }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is running under another user.
    return errorCode(error) === 'EPERM'
  }
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/**
 * Removes a dead claim. It is renamed first, because only one of two processes that find the same dead claim can rename
 * it. If the renamed file isn't the one that was read, the other process was faster, and its fresh claim is put back.
 */
function clearAway(path: string, expected: string): boolean {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true
    throw error
  }
  try {
    const found = readFileSync(aside, 'utf8')
    if (found === expected) return true
    putBack(path, { aside, claim: found })
    return false
  } finally {
    rmSync(aside)
  }
}

/** Unless a third process has claimed the link in the meantime: the claim that is there counts. */
function putBack(path: string, { aside, claim }: { aside: string; claim: string }): void {
  try {
    linkSync(aside, path)
  } catch (error) {
    const code = errorCode(error) ?? ''
    if (code === 'EEXIST') return
    if (!linkless.has(code)) throw error
    create(path, claim)
  }
}
