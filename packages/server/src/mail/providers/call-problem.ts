/**
 * Nothing proves that a call is the provider's. The caller learns nothing; the sentence is for the mailbox's
 * administrators.
 */
export class CallRefusal extends Error {
  override name = 'CallRefusal'
}

/**
 * The provider's call brings no message that can be received, for a reason that an administrator can mend. The provider
 * is asked to call again, so that nothing is lost until then; the sentence is for administrators.
 */
export class CallProblem extends Error {
  override name = 'CallProblem'
}
