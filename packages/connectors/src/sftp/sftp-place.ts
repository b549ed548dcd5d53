import { addAbortSignal, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Stats } from 'ssh2'
import type { FolderPlace } from '../make-folders.ts'
import { leadsOut, problemError, StoreProblemError } from '../problems.ts'
import type { RenamePlace } from '../put-by-rename.ts'
import { readSmall } from '../ways/read-whole.ts'
import type { Sftp, WithSession } from './session.ts'

/** A folder on an SFTP server; paths are relative to it. */
export interface SftpPlace extends RenamePlace, Pick<FolderPlace, 'makeFolder'> {
  /** Throws for a path with someone's link above it: many servers follow it, out of the root. */
  demandNoLinkAbove: (path: string) => Promise<void>
  readWhole: (path: string) => Promise<Uint8Array>
  removeFolder: (path: string) => Promise<void>
}

export function openPlace(openSession: WithSession, root: string): SftpPlace {
  const withSession = refusedOnlyAtRoot(openSession, root)
  const at = (path: string) => (path === '' ? root : `${root}/${path}`)
  // The root may be a link; below it, no one's link leads elsewhere.
  const find = (path: string) => withSession((sftp) => (path === '' ? statOf(sftp, root) : lstat(sftp, at(path))))
  return {
    find,
    demandNoLinkAbove: async (path) => {
      const above = foldersAbove(path)
      if (above.length === 0) return
      const found = await withSession((sftp) => Promise.all(above.map((folder) => lstat(sftp, at(folder)))))
      if (found.some((entry) => entry?.isLink)) throw leadsOut(path)
    },
    makeFolder: (path) =>
      withSession(async (sftp) => {
        const failure = await failureOf((done) => sftp.mkdir(at(path), done))
        if (!failure) return true
        if (await lstat(sftp, at(path))) return false
        if (!(await lstat(sftp, parentOf(at(path))))) return undefined
        throw sftpProblem(failure, path)
      }),
    write: (path, body) =>
      withSession(async (sftp, signal) => {
        let failure: { error: unknown } | undefined
        const source = noting(body(), (error) => {
          failure = { error }
        })
        try {
          await pipeline(Readable.from(source, { objectMode: false }), sftp.createWriteStream(at(path)), { signal })
        } catch (error) {
          throw failure ? failure.error : sftpProblem(error, path)
        }
      }),
    read: async (path) => streamOf(withSession, at(path)),
    readWhole: async (path) => readSmall(streamOf(withSession, at(path))),
    move: (from, to) =>
      withSession(async (sftp) => {
        if (await lstat(sftp, at(to))) return false
        // The rename of protocol version 3 fails if the name is taken, but not every server complies.
        const failure = await failureOf((done) => sftp.rename(at(from), at(to), done))
        if (!failure) return true
        if (await lstat(sftp, at(to))) return false
        throw sftpProblem(failure, to)
      }),
    remove: (path) =>
      withSession(async (sftp) => {
        const failure = await failureOf((done) => sftp.unlink(at(path), done))
        if (failure && (await lstat(sftp, at(path)))) throw sftpProblem(failure, path)
      }),
    removeFolder: (path) =>
      withSession(async (sftp) => {
        const failure = await failureOf((done) => sftp.rmdir(at(path), done))
        if (failure) throw sftpProblem(failure, path)
      }),
  }
}

/**
 * A right that is missing for one folder says nothing of the others. An account that may not even see the root needs
 * another credential, or more rights for all copies.
 */
function refusedOnlyAtRoot(withSession: WithSession, root: string): WithSession {
  return (work) =>
    withSession(async (sftp, closed) => {
      try {
        return await work(sftp, closed)
      } catch (error) {
        if (isDenied(error) && (await isHidden(sftp, root)))
          throw problemError('auth', `The account doesn't see the folder "${root}".`)
        throw error
      }
    })
}

function isDenied(error: unknown): boolean {
  return error instanceof StoreProblemError && error.status === permissionDenied
}

async function isHidden(sftp: Sftp, root: string): Promise<boolean> {
  const failure = await failureOf((done) => sftp.lstat(root, done))
  return failure?.code === permissionDenied
}

type Failure = Error & { code?: number | string }

function failureOf(run: (done: (error: Failure | null | undefined) => void) => unknown): Promise<Failure | undefined> {
  return new Promise((resolve) => run((error) => resolve(error ?? undefined)))
}

/** The entry with this name, without following links; undefined if there is none. */
function lstat(sftp: Sftp, path: string): Promise<Entry | undefined> {
  return entryOf(path, (done) => sftp.lstat(path, done))
}

/** The entry to which a name leads; undefined if there is none. */
function statOf(sftp: Sftp, path: string): Promise<Entry | undefined> {
  return entryOf(path, (done) => sftp.stat(path, done))
}

interface Entry {
  isFolder: boolean
  isLink: boolean
  size: number
}

type StatCall = (done: (error: Failure | undefined, found: Stats) => void) => unknown

function entryOf(path: string, ask: StatCall): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    ask((error, found) => {
      if (!error) return resolve({ isFolder: found.isDirectory(), isLink: found.isSymbolicLink(), size: found.size })
      if (error.code === noSuchFile) return resolve(undefined)
      reject(sftpProblem(error, path))
    })
  })
}

async function* streamOf(withSession: WithSession, path: string): AsyncGenerator<Uint8Array> {
  // Uses a separate session while reading, and passes data on piece by piece.
  const { promise: started, resolve: start } = Promise.withResolvers<AsyncIterable<Uint8Array>>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const session = withSession(async (sftp, closed) => {
    start(addAbortSignal(closed, sftp.createReadStream(path)))
    await ended
  })
  try {
    yield* await Promise.race([started, session.then(() => started)])
  } catch (error) {
    end()
    // Why the session ended says more than the stream that ended with it.
    await session
    throw sftpProblem(error, path)
  } finally {
    end()
    await session.catch(() => undefined)
  }
}

async function* noting(body: AsyncIterable<Uint8Array>, note: (error: unknown) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    note(error)
    throw error
  }
}

/** The folders between the root and what has this path: `A` and `A/B` of `A/B/c.pdf`. */
function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '/'
}

/** Status codes of the protocol (draft-ietf-secsh-filexfer-02, 7). */
const noSuchFile = 2
const permissionDenied = 3
const unsupported = 8

function sftpProblem(error: unknown, path: string): StoreProblemError {
  if (error instanceof StoreProblemError) return error
  const { code, message } = error as Failure
  if (code === permissionDenied)
    return new StoreProblemError(
      { problem: 'transient', sentence: `The account may not do this at "${path}". Give it the right in the DMS.` },
      code,
    )
  if (code === noSuchFile) return problemError('transient', `"${path}" doesn't exist.`)
  if (code === unsupported) return problemError('rejected', `The server does not know how to do this (${message}).`)
  return problemError('transient', `The DMS failed, or the connection was lost (${String(message).slice(0, 200)}).`)
}
