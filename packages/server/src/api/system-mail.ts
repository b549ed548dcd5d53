import type { SendResult } from '../delivery/send-failure.ts'

/** A mail of the program itself to one person. */
export interface SystemMail {
  to: string
  subject: string
  text: string
  html: string
}

/** Sends one mail; what the mail server refuses is a result, not an error. */
export type SendMail = (mail: SystemMail) => Promise<SendResult>
