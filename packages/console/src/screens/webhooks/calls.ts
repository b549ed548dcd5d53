import { webhook } from '@courtcrier/contract/resources/webhook.ts'
import { apiGet, apiSend } from '../../session/api.ts'
import type { Tone } from '../../ui/StatusDot.tsx'

/** A call as the log tells of it. */
export interface WebhookCall {
  id: string
  event: string
  body: string
  status: 'waiting' | 'sending' | 'sent' | 'failed'
  sentence: string | null
  attempts: number
  created_at: string
  next_try_at: string | null
  duration_ms: number | null
  request_headers: Readonly<Record<string, string>>
  answer_status: number | null
  answer: string | null
}

export interface CallPage {
  calls: readonly WebhookCall[]
  has_more: boolean
}

export const callTones: Readonly<Record<WebhookCall['status'], Tone>> = {
  waiting: 'warn',
  sending: 'busy',
  sent: 'ok',
  failed: 'bad',
}

/** Below the webhook's key, so that a change of it has them asked for again. */
export const callsKey = (id: string) => [webhook.name, 'calls', id] as const

export function fetchCalls(id: string, before: string | undefined, signal: AbortSignal): Promise<CallPage> {
  return apiGet(`${pathOf(id)}/calls${before ? `?before=${before}` : ''}`, { signal })
}

export function sendTest(id: string): Promise<WebhookCall> {
  return apiSend('POST', `${pathOf(id)}/test`)
}

export function replayCall(id: string, callId: string): Promise<{ id: string }> {
  return apiSend('POST', `${pathOf(id)}/calls/${callId}/replay`)
}

export function makeSecret(id: string): Promise<{ secret: string }> {
  return apiSend('POST', `${pathOf(id)}/secret`)
}

function pathOf(id: string): string {
  return `/api/v1/${webhook.name}/${encodeURIComponent(id)}`
}
