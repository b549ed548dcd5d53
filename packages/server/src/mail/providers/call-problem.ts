/**
 * Nothing proves that a call is the provider's. The caller learns nothing; the sentence is for the mailbox's
 * administrators.
 */
export class CallRefusal extends Error {
  override name = 'CallRefusal'
  /** Whether it may be the provider's all the same, and is proven once something passes: it is asked to call again. */
  readonly isPassing: boolean

  constructor(sentence: string, { isPassing = false }: { isPassing?: boolean } = {}) {
    super(sentence)
    this.isPassing = isPassing
  }
}

/**
 * The provider's call brings no message that can be received, for a reason that an administrator can mend. The provider
 * is asked to call again, so that nothing is lost until then; the sentence is for administrators.
 */
export class CallProblem extends Error {
  override name = 'CallProblem'
}
