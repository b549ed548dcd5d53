/** Why a mailbox can't be signed in to, as a sentence for its administrators. */
export class MailboxProblem extends Error {
  override name = 'MailboxProblem'
  /** Whether it was refused, so that another attempt soon wouldn't help and could lock the account. */
  readonly isRefusal: boolean

  constructor(sentence: string, { isRefusal, cause }: { isRefusal: boolean; cause?: unknown }) {
    super(sentence, { cause })
    this.isRefusal = isRefusal
  }
}
