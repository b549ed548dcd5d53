import {
  type ChatService,
  chatServiceNames,
  isChatAddress,
  isPrivateAddress,
} from '@courtcrier/contract/chat-services.ts'
import { isPublicAddress } from '@courtcrier/lib/public-address.ts'
import type { Config } from '../../base/config.ts'
import { type PostOptions, type PostResult, postCall } from '../../retrieval/post-call.ts'
import type { MailNotes } from '../mail/receipts.ts'
import { reachOf } from '../webhooks/reach.ts'
import { type ChatMessage, chatBody } from './compose-chat.ts'

/** What a service made of a message, as a sentence. */
export type ChatResult = { sentence: string; retryAfterMs?: number | undefined } & {
  /** `closed`: the address leads nowhere any more, so nothing else need be tried. */
  kind: 'sent' | 'retry' | 'refused' | 'closed'
}

interface Posting {
  service: ChatService
  address: string
  message: ChatMessage
}

/** How messages are sent; tests can replace the network. */
export interface ChatDeps extends Partial<PostOptions> {
  now?: () => Date
  /** Notes that the message goes out, and what the service answers. */
  notes?: Pick<MailNotes, 'note'>
}

/** Returns why nothing may be sent to the address, as a sentence; undefined if it may. */
export function whyNoChatAddress(service: ChatService, address: string): string | undefined {
  const isStandIn = isPrivateAddress(address) && !isPublicAddress(hostOf(address))
  if (isChatAddress(service, address) || isStandIn) return undefined
  return `The webhook address isn't at ${chatServiceNames[service]}, so nothing was sent.`
}

/** An address in brackets, as between them. */
function hostOf(address: string): string {
  return (URL.parse(address.trim())?.hostname ?? '').replace(/^\[(.*)\]$/, '$1')
}

/**
 * Posts a message to a channel. Only the service's own hosts are called, and hosts on private networks where the operator
 * lets webhooks go.
 */
export async function postChat(
  { service, address, message }: Posting,
  { privateWebhooks, notes, ...deps }: ChatDeps & Pick<Config, 'privateWebhooks'>,
): Promise<ChatResult> {
  const wrong = whyNoChatAddress(service, address)
  if (wrong) return { kind: 'refused', sentence: wrong }
  const mayReach = reachOf(privateWebhooks)
  const isService = isChatAddress(service, address)
  const body = chatBody(service, message)
  notes?.note('handedOver')
  const posted = await postCall(
    address.trim(),
    { body, headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Courtcrier' } },
    {
      mayReach: (host, known) => mayReach(host, known) && (isService || !isPublicAddress(known)),
      ...deps,
    },
  )
  const result = resultOf(chatServiceNames[service], posted)
  // Without an answer, the message may be in the channel.
  if (posted.outcome !== 'unanswered') notes?.note(result.kind === 'sent' ? 'accepted' : 'refused')
  return result
}

function resultOf(name: string, result: PostResult): ChatResult {
  if (result.outcome === 'refused') return { kind: 'refused', sentence: result.sentence }
  if (result.outcome === 'unanswered') return { kind: 'retry', sentence: result.sentence }
  const { status, answer, retryAfterMs } = result
  const code = codeIn(answer)
  const said = `${status}${afterStatus(code)}`
  if (status >= 200 && status < 300) return { kind: 'sent', sentence: `${name} accepted it (${said}).` }
  if (status === 429)
    return { kind: 'retry', sentence: `${name} takes no more messages for a while (${said}).`, retryAfterMs }
  if (status === 408 || status >= 500)
    return { kind: 'retry', sentence: `${name} couldn't take it (${said}).`, retryAfterMs }
  if (closedBy.includes(status) || closedByCode.includes(code))
    return {
      kind: 'closed',
      sentence: `${name} no longer takes messages at this webhook address (${said}). Create another one there and enter it here.`,
    }
  return { kind: 'refused', sentence: `${name} refused it (${said}).` }
}

function afterStatus(code: string): string {
  return code === '' ? '' : `, ${code}`
}

/** The statuses with which a service says that an address was revoked, or its workflow or channel is gone. */
const closedBy: readonly number[] = [401, 403, 404, 410]

/** The same said with 400: Teams of a workflow that was deleted or turned off, Slack of a person who left. */
const closedByCode: readonly string[] = ['WorkflowTriggerIsNotEnabled', 'user_not_found']

/**
 * The error's code as Slack (`channel_is_archived`) and Teams (`{"error":{"code":"WorkflowNotFound"}}`) answer it; empty
 * if there is none.
 */
function codeIn(answer: string): string {
  const code = /^\s*([a-z][a-z_]{2,60})\s*$/.exec(answer)?.[1] ?? /"code"\s*:\s*"(\w{1,60})"/.exec(answer)?.[1]
  return code === undefined || code === 'ok' ? '' : code
}
