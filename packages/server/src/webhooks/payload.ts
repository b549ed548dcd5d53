import type { WebhookEvent } from '@courtcrier/contract/resources/webhook.ts'

/** The only version of what is sent so far. */
export const payloadVersion = '1'

/** What a call tells, as it is kept. */
export interface Payload {
  event: WebhookEvent | 'webhook.test'
  occurredAt: string
  /** The resource of the record that it tells of. */
  entity: string
  entityId: string
  sentence: string
  /** Where the record is in the console, without the address of the console itself. */
  path: string
  /** Ids and states, by snake_case name. */
  facts: Readonly<Record<string, string | number | boolean | null>>
}

export type WebhookType = 'STANDARD' | 'BOOMI'

/** The body that is sent. It is the same, byte for byte, each time a message is sent. */
export function bodyOf(
  { event, occurredAt, entity, entityId, sentence, path, facts }: Payload,
  { type, messageId, publicUrl }: { type: WebhookType; messageId: string; publicUrl: string },
): string {
  const record = { entity, id: entityId, sentence, link: `${publicUrl}${path}` }
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

/** How a message is named to the receiver, the same for every try and replay of it. */
export function messageName(id: string): string {
  return `msg_${id}`
}
