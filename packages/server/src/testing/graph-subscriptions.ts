import { randomUUID } from 'node:crypto'
import type { Answer, MailAsk } from './graph-answers.ts'

/** A subscription as it was asked for. */
export interface GraphSubscription {
  id: string
  resource: string
  notificationUrl: string
  lifecycleNotificationUrl: string
  clientState: string
  expirationDateTime: string
}

/** How the stand-in calls an address: with a body as JSON, or only with what is in the address. */
type GraphCaller = (url: string, body?: object) => Promise<{ status: number; type: string; text: string }>

/** Graph's limit for messages, in milliseconds. */
const longestMs = 10_080 * 60_000

/** The subscriptions of the stand-in for Microsoft Graph, which calls as "Receive change notifications" says. */
export function openGraphSubscriptions(address: string) {
  const subscriptions: GraphSubscription[] = []
  let call: GraphCaller | undefined
  const send = async (subscription: GraphSubscription, url: string, more: object) => {
    const { id, clientState } = subscription
    const value = [{ subscriptionId: id, clientState, tenantId: 'one.example', ...more }]
    return call?.(url, { value })
  }
  return {
    subscriptions,
    /** Says how addresses are reached; without it, none can be. */
    callsBy: (caller: GraphCaller | undefined) => {
      call = caller
    },
    /** Calls for a message that is new in a folder. */
    notify: async (folderId: string, messageId: string) => {
      const resource = `users/${address}/mailFolders('${folderId}')/messages`
      for (const each of subscriptions.filter((one) => one.resource === resource))
        await send(each, each.notificationUrl, { changeType: 'created', resource, resourceData: { id: messageId } })
    },
    /** Calls with an event of the subscription's life; one that is removed is gone. */
    lifecycle: async (subscription: GraphSubscription, lifecycleEvent: string) => {
      if (lifecycleEvent === 'subscriptionRemoved') subscriptions.splice(subscriptions.indexOf(subscription), 1)
      return send(subscription, subscription.lifecycleNotificationUrl, { lifecycleEvent })
    },
    answer: async ({ what, body }: MailAsk): Promise<Answer> => {
      const [method, path = ''] = what.split(' ')
      const asked = body.length > 0 ? JSON.parse(String(body)) : {}
      if (method === 'POST') return create(asked)
      const found = subscriptions.find(({ id }) => path.endsWith(`/${id}`))
      if (!found) return refusal(404, 'ResourceNotFound', 'The object was not found.')
      if (method === 'DELETE') {
        subscriptions.splice(subscriptions.indexOf(found), 1)
        return { status: 204 }
      }
      if (method !== 'PATCH' || !isSoon(asked.expirationDateTime)) return refusal(400, 'InvalidRequest', 'Invalid.')
      found.expirationDateTime = asked.expirationDateTime
      return { status: 200, json: found }
    },
  }

  async function create(asked: GraphSubscription & { changeType: string }): Promise<Answer> {
    const { notificationUrl, lifecycleNotificationUrl, clientState, expirationDateTime, resource } = asked
    const urls = [notificationUrl, lifecycleNotificationUrl]
    const isWhole = asked.changeType === 'created' && clientState.length <= 128 && resource.startsWith('users/')
    if (!isWhole || !isSoon(expirationDateTime) || !urls.every((url) => url.startsWith('https://')))
      return refusal(400, 'InvalidRequest', 'Invalid.')
    const token = `Validation: ${randomUUID()} + <b>`
    for (const url of urls) {
      const heard = await call?.(`${url}?validationToken=${encodeURIComponent(token)}`)
      if (heard?.status !== 200 || !heard.type.startsWith('text/plain') || heard.text !== token)
        return refusal(400, 'ValidationError', 'Subscription validation request failed.')
    }
    const made = {
      id: randomUUID(),
      notificationUrl,
      lifecycleNotificationUrl,
      clientState,
      expirationDateTime,
      resource,
    }
    subscriptions.push(made)
    return { status: 201, json: { ...made, clientState: null } }
  }
}

function isSoon(time: string): boolean {
  const left = Date.parse(time) - Date.now()
  return left > 0 && left <= longestMs
}

function refusal(status: number, code: string, message: string): Answer {
  return { status, json: { error: { code, message } } }
}
