import { GraphProblem, isSettingProblem } from '../../../mail/graph/graph-problem.ts'
import { MailboxProblem } from '../../../mail/mailboxes/mailbox-problem.ts'
import { HostRefusal } from '../../../retrieval/guarded/allowed-hosts.ts'
import type { SendResult } from '../send-failure.ts'

/**
 * Returns what a failed send means, as `sendFailure` does for SMTP: only what is wrong with this email or its recipient
 * is final.
 */
export function graphSendFailure(error: unknown, host: string): SendResult {
  if (error instanceof MailboxProblem) return { retry: error.message, ...(error.isRefusal ? refused : {}) }
  if (error instanceof HostRefusal) return { retry: error.message }
  if (!(error instanceof GraphProblem)) {
    const why = error instanceof Error ? error.message : String(error)
    return { retry: `The email could not be sent by ${host}: ${why}.`, isOne: true }
  }
  const { status, code, message } = error
  if (status === 413 || tooLarge.has(code)) return { rejected: message, isTooLarge: true }
  if (code === 'ErrorSendAsDenied' || isSettingProblem(error)) return { retry: message, ...refused }
  if (status === 0 || status === 429 || status >= 500) return { retry: message }
  if (passing.test(code)) return { retry: message, isOne: true }
  return status === 400 ? { rejected: message, isTooLarge: false } : { retry: message, isOne: true }
}

const refused = { isRefusedLogIn: true } as const

const tooLarge = new Set([...['ErrorMessageSizeExceeded', 'ErrorAttachmentSizeLimitExceeded']])

/** Limits of the mailbox and states of the server, which Exchange reports as if the request were wrong. */
const passing =
  /Quota|ExceededMessageLimit|Busy|Throttl|Timeout|Transient|Unavailable|InternalServer|ErrorItemNotFound/i
