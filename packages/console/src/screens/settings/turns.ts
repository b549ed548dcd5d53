export interface Turns {
  /** Runs a call once those before it have ended. */
  take: (call: () => Promise<void>) => Promise<void>
  /** Begins everything that waits, and what follows, at once: the page is being left, and what hasn't begun is lost. */
  hurry: () => void
  /** Has calls wait for each other again: the page that was left is shown again. */
  resume: () => void
}

/** Runs calls one after another. They handle their own failures. */
export function inOrder(): Turns {
  let last = Promise.resolve()
  let leaving = Promise.withResolvers<void>()
  return {
    take: (call) => {
      last = Promise.race([last, leaving.promise]).then(call)
      return last
    },
    hurry: () => leaving.resolve(),
    resume: () => {
      leaving = Promise.withResolvers()
    },
  }
}
