import path from 'node:path'
import type { FileToStore, Problem, ProblemClass } from './connector.ts'

/** Carries a problem to the connector's boundary, where it becomes a value. */
export class StoreProblemError extends Error {
  override name = 'StoreProblemError'
  readonly problem: Problem
  /** The status of the answer that it stands for, if it was one. */
  readonly status: number | undefined
  constructor(problem: Problem, status?: number) {
    super(problem.sentence)
    this.problem = problem
    this.status = status
  }
}

/** Creates the error for a problem of this class. */
export function problemError(problem: ProblemClass, sentence: string): StoreProblemError {
  return new StoreProblemError({ problem, sentence })
}

/** Creates the error for a DMS that isn't reached or doesn't answer in time, or a connection that is lost. */
export function networkError(sentence: string): StoreProblemError {
  return new StoreProblemError({ problem: 'transient', sentence, isPassing: true, isUnanswered: true })
}

/** Runs a connector's work. `translate` returns the problem an error means; errors it doesn't know are rethrown. */
export async function guarded<T>(
  work: () => Promise<T>,
  translate: (error: unknown) => Problem | undefined,
): Promise<T | Problem> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreProblemError) return error.problem
    const problem = translate(error)
    if (!problem) throw error
    return problem
  }
}

export function conflictOf(target: string): Problem {
  return { problem: 'conflict', sentence: `Another file is already called "${path.posix.basename(target)}".` }
}

/** The DMS reported the file as saved, but what it has is different. */
export function notWhatWasStored(target: string): Problem {
  return {
    problem: 'transient',
    sentence: `The DMS answered that "${path.posix.basename(target)}" is there, but it is not what was sent.`,
  }
}

/** For a folder that was there before: someone has removed or moved it since. */
export function folderGone(folder: string): StoreProblemError {
  return problemError('transient', `The folder "${folder}" is no longer there. It is created again with the next try.`)
}

/** For a location whose credential does not allow creating folders. */
export function folderMissing(folder: string): StoreProblemError {
  return problemError(
    'missing',
    `The folder "${folder}" doesn't exist, and the credential doesn't allow creating folders. Create it in the DMS, or allow creating folders.`,
  )
}

/** What to do about a file that a service doesn't take. */
export const elsewhere = 'Save this document elsewhere, or split it.'

/** Throws for a file of more bytes than the service ever takes, before any are sent. */
export function refuseLarger({ size }: Pick<FileToStore, 'size'>, service: string, most: number): void {
  if (size <= most) return
  const gigabytes = Math.floor(most / 1e9)
  throw problemError('rejected', `${service} takes files of up to ${gigabytes} GB. ${elsewhere}`)
}

/** Returns a path below the root. Throws for one that would lead out of it, no matter how it was built. */
export function safePath(relative: string): string {
  const segments = relative.split('/')
  if (relative !== '' && segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    throw leadsOut(relative)
  return relative
}

export function leadsOut(relative: string): StoreProblemError {
  return problemError('rejected', `"${relative}" leads out of the storage folder, so nothing was saved there.`)
}

/**
 * Whether what follows a file, such as its properties, is worth another try of the whole copy: a right that is missing
 * is no reason to keep the file waiting.
 */
export function isPassing({ problem: { problem }, status }: StoreProblemError): boolean {
  // Some services say with 403 that they are busy, too.
  return problem === 'throttled' || (problem === 'transient' && status !== 403)
}
