import type { Services } from '../base/services.ts'
import { chatKind } from './chats/kind.ts'
import { copyKind } from './copies/kind.ts'
import { deliveryKind } from './deliveries/kind.ts'
import { digestKind } from './digests/kind.ts'
import type { OutgoingMail } from './mail/outgoing-mail.ts'
import { type AnyKind, openKind } from './run.ts'
import { callKind } from './webhooks/kind.ts'

/** Every kind of outgoing work; the worker runs each on its queue. */
export function openKinds(services: Services, mail: OutgoingMail): readonly AnyKind[] {
  return [
    openKind(deliveryKind(services, mail)),
    openKind(digestKind(services, mail)),
    openKind(copyKind(services)),
    openKind(callKind(services)),
    openKind(chatKind(services)),
  ]
}
