import { listWebhookCalls, type WebhookCall, type WebhookCallPage } from '@courtcrier/contract/calls/webhooks.ts'
import { webhook } from '@courtcrier/contract/resources/webhook.ts'
import { ask } from '../../session/ask.ts'
import type { Tone } from '../../ui/StatusDot.tsx'

export const callTones: Readonly<Record<WebhookCall['status'], Tone>> = {
  waiting: 'warn',
  sending: 'busy',
  sent: 'ok',
  failed: 'bad',
}

/** Under the webhook's key, so that a change to it reloads them. */
export const callsKey = (id: string) => [webhook.name, 'calls', id] as const

export function fetchCalls(id: string, cursor: string | undefined, signal: AbortSignal): Promise<WebhookCallPage> {
  return ask(listWebhookCalls, { id, query: { cursor } }, { signal })
}
