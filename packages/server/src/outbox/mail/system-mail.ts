import type { SendResult } from './send-failure.ts'

/** An email from Courtcrier itself, or a preview of a firm's, to one person. */
export interface SystemMail {
  to: string
  subject: string
  text: string
  html: string
  /** The firm that it is sent for. */
  firmId?: number
  /** By which it is recognized if it comes back. */
  messageId?: string
  /** A firm's own email, which its sending account sends; Courtcrier's own prefer the mail server of the installation. */
  isOfFirm?: boolean
}

/** Sends one email; a refusal by the mail server is a result, not an error. */
export type SendMail = (mail: SystemMail) => Promise<SendResult>
