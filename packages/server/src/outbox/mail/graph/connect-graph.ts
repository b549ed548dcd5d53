import type { MailServer } from '../../../base/config.ts'
import { type GraphClient, openGraphClient } from '../../../mail/graph/graph-client.ts'
import { GraphProblem, isAnswerLost, isUnsent } from '../../../mail/graph/graph-problem.ts'
import { keepToken } from '../../../mail/mailboxes/keep-token.ts'
import type { MailSignIn } from '../../../mail/mailboxes/sign-in.ts'
import { openAllowedHosts } from '../../../retrieval/guarded/allowed-hosts.ts'
import { openGuardedFetch } from '../../../retrieval/guarded/guarded-fetch.ts'
import type { Mail } from '../mail.ts'
import type { MailConnection } from '../mail-connection.ts'
import { type MailNotes, mostUnanswered, openNotes } from '../receipts.ts'
import type { SendResult } from '../send-failure.ts'
import { composeMime, filesSize, mostTogether } from './compose-mime.ts'
import { deleteDraft, makeDraft } from './graph-draft.ts'
import { graphSendFailure } from './graph-send-failure.ts'

/** An account that sends by Microsoft Graph: the server for its name, and how it is signed in to. */
export interface GraphWay {
  server: MailServer
  account: { signIn: MailSignIn; networks: readonly string[] }
}

/** Sends by Microsoft Graph instead of SMTP. */
export function connectGraph({ account }: GraphWay): MailConnection {
  const { client, accessToken } = openSender(account)
  return {
    send: (mail, notes = openNotes(undefined)) => send(client, mail, notes),
    verify: async () => {
      try {
        await accessToken()
        return undefined
      } catch (error) {
        return sentenceOf(graphSendFailure(error, client.host))
      }
    },
    close: () => undefined,
  }
}

export function openSender({ signIn, networks }: GraphWay['account']) {
  const hosts = openAllowedHosts({ networks, setting: 'COURTCRIER_ALLOW_PRIVATE_MAIL' })
  const accessToken = keepToken(signIn, openGuardedFetch(hosts))
  return { accessToken, client: openGraphClient({ settings: signIn, permission: 'Mail.Send', hosts, accessToken }) }
}

function sentenceOf(result: SendResult): string | undefined {
  return 'retry' in result ? result.retry : 'rejected' in result ? result.rejected : undefined
}

/**
 * Graph's "202 Accepted" says that Exchange took the email over, as a mail server's "250" does. An email that an earlier
 * attempt may have handed over is looked for by its Message-ID first: Exchange saves what it sends. Where the application
 * may not look, it is handed over once more after a lost answer, and then a person decides.
 */
async function send(client: GraphClient, mail: Mail, notes: MailNotes): Promise<SendResult> {
  try {
    const isLarge = (await filesSize(mail)) > mostTogether
    const isSent = isLarge || notes.wasTried() ? await wasSent(client, mail) : false
    if (isSent) return accepted(notes, 'Found among what was sent.')
    if (isSent === undefined && notes.lost() >= mostUnanswered) return { rejected: unsure, isTooLarge: false }
    const sending = isLarge ? await makeDraft(client, mail) : await wholeMail(client, mail)
    notes.note('handedOver')
    await sending()
    return accepted(notes, '202 Accepted')
  } catch (error) {
    if (isRefusal(error)) notes.note('refused')
    else if (isAnswerLost(error)) notes.note('lost')
    return graphSendFailure(error, client.host)
  }
}

const unsure =
  'It was handed over to Microsoft Graph twice without an answer, so it may have been delivered. Check with the recipient, and send it again if necessary. With the permission Mail.ReadWrite, Courtcrier looks for it in the mailbox itself.'

function accepted(notes: MailNotes, response: string): SendResult {
  notes.note('accepted')
  return { accepted: true, response }
}

/** Whether it certainly wasn't sent; after any other failure it may have been. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof GraphProblem)) return true
  return isUnsent(error) || (error.status >= 400 && error.status < 500)
}

async function wholeMail(client: GraphClient, mail: Mail): Promise<() => Promise<unknown>> {
  const body = (await composeMime(mail)).toString('base64')
  return () => client.ask({ method: 'POST', at: '/sendMail', body })
}

/**
 * Whether the mailbox has the email as sent; undefined if the application may not look. A draft of it is what an earlier
 * attempt left, and is deleted.
 */
async function wasSent(client: GraphClient, { messageId }: Mail): Promise<boolean | undefined> {
  if (messageId === undefined) return false
  const found = await findByMessageId(client, messageId)
  if (!found) return undefined
  for (const { id, isDraft } of found) if (isDraft) await deleteDraft(client, id)
  return found.some(({ isDraft }) => !isDraft)
}

async function findByMessageId(
  client: GraphClient,
  messageId: string,
): Promise<{ id: string; isDraft: boolean }[] | undefined> {
  const id = messageId.startsWith('<') ? messageId : `<${messageId}>`
  const filter = encodeURIComponent(['internetMessageId', 'eq', `'${id.replaceAll("'", "''")}'`].join(' '))
  try {
    const answer = await client.ask({ at: `/messages?$filter=${filter}&$select=id,isDraft&$top=10` })
    const { value } = answer as { value?: unknown }
    return Array.isArray(value) ? value.filter(({ id: own }) => typeof own === 'string') : []
  } catch (error) {
    // With Mail.Send alone it can't be known.
    if (error instanceof GraphProblem && error.status === 403) return undefined
    throw error
  }
}
