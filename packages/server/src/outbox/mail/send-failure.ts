import type { MailServer } from '../../base/config.ts'
import { MailboxProblem } from '../../mail/mailboxes/mailbox-problem.ts'
import { accountAdvice } from './accounts/account-advice.ts'

export type SendResult =
  | { accepted: true; response: string }
  /**
   * May succeed later. With `isOne`, the server works, and only refused this one email for now; with `isRefusedLogIn`,
   * another attempt soon could lock the account.
   */
  | { retry: string; isOne?: true; isRefusedLogIn?: true }
  /**
   * Will be refused again, although a smaller email may pass if `isTooLarge`. With `isUntried`, the server wasn't asked,
   * because it may have delivered the email before.
   */
  | { rejected: string; isTooLarge: boolean; isUntried?: true }

/** Returns why an email wasn't sent, whether or not it may be later; undefined if it was. */
export function failureOf(result: SendResult): string | undefined {
  if ('accepted' in result) return undefined
  return 'retry' in result ? result.retry : result.rejected
}

/** The result of an email that the server got twice without an answer: a person decides. */
export function unanswered({ host }: MailServer): SendResult {
  const rejected = `It was handed over to the mail server ${host} twice without an answer, so it may have been delivered. Check with the recipient, and send it again if necessary.`
  return { rejected, isTooLarge: false, isUntried: true }
}

/** Whether a result says nothing about how the server does. */
export function isUntried(result: SendResult): boolean {
  return 'rejected' in result && result.isUntried === true
}

interface SmtpError {
  code: string
  command: string
  /** The server's reply, including its code. */
  response: string
  responseCode: number
}

/**
 * Returns what a failed send means. Only a 5xx for this recipient or this message is final: a refused login or sender
 * is a setting that someone will fix, and must not cost a whole night of emails.
 */
export function sendFailure(
  error: unknown,
  {
    server,
    mail,
  }: {
    server: MailServer & { accessToken?: unknown; isTokenGiven?: boolean }
    mail: { to: { address: string }; from: { address: string } } | undefined
  },
): SendResult {
  if (error instanceof MailboxProblem) return { retry: error.message, ...(error.isRefusal ? refusedLogIn : {}) }
  const { code, command, response, responseCode } = smtpError(error)
  const name = `The mail server ${server.host}`
  const quoted = `"${response.replace(/\s+/g, ' ').slice(0, 300)}"`
  if (isTooLarge({ code, command, response, responseCode })) {
    return { rejected: `${name} refused the mail because it is too large: ${quoted}.`, isTooLarge: true }
  }
  const advice = accountAdvice(response, {
    user: server.user,
    from: mail?.from.address,
    hasToken: server.accessToken !== undefined,
    isOfPerson: server.isTokenGiven === true,
  })
  if (code === 'EAUTH') return { retry: advice ?? refusedLogInBy(server, quoted), ...refusedLogIn }
  if (advice !== undefined) return { retry: advice }
  if (responseCode >= 400 && responseCode < 500)
    return { retry: `${name} asked to try again later: ${quoted}.`, isOne: true }
  if (responseCode >= 500 && command === 'RCPT TO') {
    return { rejected: `${name} refused ${mail?.to.address}: ${quoted}.`, isTooLarge: false }
  }
  if (responseCode >= 500 && command === 'DATA')
    return { rejected: `${name} refused the mail: ${quoted}.`, isTooLarge: false }
  if (command === 'MAIL FROM') {
    return { retry: `${name} does not accept ${mail?.from.address} as the sender: ${quoted}.` }
  }
  if (code !== 'ETLS' && responseCode >= 500) return { retry: `${name} does not talk to this server: ${quoted}.` }
  return { retry: `${name} could not be reached: ${connectionReason(error, code)}.` }
}

const refusedLogIn = { isRefusedLogIn: true } as const

function refusedLogInBy({ host, user, accessToken }: MailServer & { accessToken?: unknown }, quoted: string): string {
  if (!accessToken) return `The mail server ${host} rejected this server's login: ${quoted}.`
  return `The mail server ${host} refuses the token for ${user}: ${quoted}. Check that the application may send by this account.`
}

/** 552 can also mean a full mailbox (5.2.2), where links wouldn't help. */
function isTooLarge({ code, command, response, responseCode }: SmtpError): boolean {
  if (code === 'EMESSAGE' && /^Message size larger than allowed/.test(response)) return true
  if (/\b5\.3\.4\b/.test(response)) return true
  return responseCode === 552 && (command === 'MAIL FROM' || command === 'DATA') && !/\b5\.2\.2\b/.test(response)
}

function smtpError(error: unknown): SmtpError {
  const found: Partial<Record<keyof SmtpError, unknown>> = typeof error === 'object' && error !== null ? error : {}
  return {
    code: typeof found.code === 'string' ? found.code : '',
    command: typeof found.command === 'string' ? found.command : '',
    response: typeof found.response === 'string' ? found.response : messageOf(error),
    responseCode: typeof found.responseCode === 'number' ? found.responseCode : 0,
  }
}

function connectionReason(error: unknown, code: string): string {
  const message = messageOf(error)
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) return 'its name is unknown'
  if (/ECONNREFUSED/.test(message)) return 'nothing listens there'
  if (code === 'ETIMEDOUT' || /timeout/i.test(message)) return 'it did not answer in time'
  if (code === 'ETLS' || /certificate|self.signed/i.test(message))
    return `the connection could not be secured (${message})`
  return message
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
