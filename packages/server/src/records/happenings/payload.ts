import type { WebhookEvent } from '@courtcrier/contract/resources/webhook.ts'

/** The only payload version so far. */
export const payloadVersion = '1'

/** A call's content as stored. */
export interface Payload {
  event: WebhookEvent | 'webhook.test'
  occurredAt: string
  /** The resource of the record it is about. */
  entity: string
  entityId: string
  sentence: string
  /** The record's path in the console, without the console's address. */
  path: string
  /** IDs and statuses, by snake_case name. */
  facts: Readonly<Record<string, string | number | boolean | null>>
}

export type WebhookType = 'STANDARD' | 'BOOMI'

/** The body sent. It is the same, byte for byte, each time a message is sent. */
export function bodyOf(
  { event, occurredAt, entity, entityId, sentence, path, facts }: Payload,
  { type, messageId, consoleUrl }: { type: WebhookType; messageId: string; consoleUrl: string },
): string {
  const record = { entity, id: entityId, sentence, link: `${consoleUrl}${path}` }
  if (type === 'STANDARD')
    return JSON.stringify({
      type: event,
      timestamp: occurredAt,
      version: payloadVersion,
      data: { ...record, ...facts },
    })
  const envelope = { message_id: messageId, event, occurred_at: occurredAt, payload_version: payloadVersion }
  return JSON.stringify({ ...envelope, ...record, ...facts })
}

/** The message's ID for the receiver, the same for every attempt and replay. */
export function messageName(id: string): string {
  return `msg_${id}`
}
