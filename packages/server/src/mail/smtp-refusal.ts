import { StorageError, StorageFullError } from '@courtcrier/lib/storage-error.ts'

/**
 * An answer other than 250. The text begins with the enhanced status code (RFC 3463), followed by one or two sentences.
 */
export class SmtpRefusal extends Error {
  override name = 'SmtpRefusal'
  readonly responseCode: number
  readonly isUnknownRecipient: boolean
  readonly closesConnection: boolean

  constructor(
    responseCode: number,
    message: string,
    {
      isUnknownRecipient = false,
      closesConnection = false,
      ...options
    }: ErrorOptions & { isUnknownRecipient?: boolean; closesConnection?: boolean } = {},
  ) {
    super(message, options)
    this.responseCode = responseCode
    this.isUnknownRecipient = isUnknownRecipient
    this.closesConnection = closesConnection
  }
}

/** The answer to a problem on our side: the sender keeps the message and tries again. */
export function temporaryRefusal(error: unknown): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error
  if (error instanceof StorageFullError) {
    return new SmtpRefusal(452, '4.3.1 No disk space is left for messages. Try again later.', { cause: error })
  }
  if (error instanceof StorageError) {
    return new SmtpRefusal(451, "4.3.0 Messages can't be saved right now. Try again later.", { cause: error })
  }
  return new SmtpRefusal(451, "4.3.0 Mail can't be received right now. Try again later.", { cause: error })
}
