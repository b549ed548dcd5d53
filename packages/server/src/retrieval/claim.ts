import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { errorCode } from '../lib/storage-error.ts'

/**
 * Takes a link for this process by creating a file that must not exist yet. Gives a function that lets go of it,
 * or undefined while another process has it. What a dead process left is taken over: its owner is on this machine
 * and gone, or nothing has been written beside it for `staleMs`.
 */
export function takeClaim(path: string, { activity, staleMs }: ClaimOptions): (() => void) | undefined {
  const mine = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() })
  if (create(path, mine)) return () => rmSync(path, { force: true })
  const theirs = readClaim(path)
  if (theirs !== undefined && isAlive(theirs, path, { activity, staleMs })) return undefined
  if (theirs !== undefined && !clearAway(path, theirs)) return undefined
  return create(path, mine) ? () => rmSync(path, { force: true }) : undefined
}

export interface ClaimOptions {
  /** The file that grows while the owner works. */
  activity: string
  /** In milliseconds; longer than any one request may take. */
  staleMs: number
}

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
function isAlive(claim: string, path: string, { activity, staleMs }: ClaimOptions): boolean {
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
