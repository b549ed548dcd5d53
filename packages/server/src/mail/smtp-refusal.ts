import { StorageError, StorageFullError } from '../base/lib/storage-error.ts'

/** An answer other than 250; the text begins with the enhanced status code (RFC 3463) and is one sentence or two. */
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

/** The answer to trouble of our own: the sender keeps the message and tries again. */
export function temporaryRefusal(error: unknown): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error
  if (error instanceof StorageFullError) {
    return new SmtpRefusal(452, '4.3.1 No room is left to keep messages. Try again later.', { cause: error })
  }
  if (error instanceof StorageError) {
    return new SmtpRefusal(451, '4.3.0 Messages cannot be kept at the moment. Try again later.', { cause: error })
  }
  return new SmtpRefusal(451, '4.3.0 Mail cannot be taken in at the moment. Try again later.', { cause: error })
}
