import path from 'node:path'
import type { Problem, ProblemClass } from './connector.ts'

/** A problem on its way to the connector's border, where it becomes a value. */
export class StoreProblemError extends Error {
  override name = 'StoreProblemError'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.sentence)
    this.problem = problem
  }
}

/** The error that carries a problem of this class. */
export function problemError(problem: ProblemClass, sentence: string): StoreProblemError {
  return new StoreProblemError({ problem, sentence })
}

/** Runs a connector's work; `translate` says which problem an error is, and what it does not know is thrown on. */
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

/** A store said that it has the file, and what it has is something else. */
export function notWhatWasStored(target: string): Problem {
  return {
    problem: 'transient',
    sentence: `The store answered that "${path.posix.basename(target)}" is there, but it is not what was sent.`,
  }
}

/** For a place whose credential does not allow folders to be made. */
export function folderMissing(folder: string): Problem {
  return {
    problem: 'rejected',
    sentence: `The folder "${folder}" is not there, and the credential says that folders are not made. Make it there, or let folders be made.`,
  }
}

/** Refuses a path that would lead out of the root, whatever made it. */
export function refuseUnsafePath(relative: string): void {
  const segments = relative.split('/')
  if (relative !== '' && segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    throw problemError('rejected', `"${relative}" leads out of the storage folder, so nothing is stored there.`)
}
