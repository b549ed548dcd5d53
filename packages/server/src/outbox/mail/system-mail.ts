import type { SendResult } from './send-failure.ts'

/** An email from Courtcrier itself to one person. */
export interface SystemMail {
  to: string
  subject: string
  text: string
  html: string
}

/** Sends one email; a refusal by the mail server is a result, not an error. */
export type SendMail = (mail: SystemMail) => Promise<SendResult>
