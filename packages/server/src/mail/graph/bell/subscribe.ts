import * as z from 'zod/mini'
import type { GraphAccount } from '../graph-account.ts'
import { ids } from '../graph-folder.ts'
import { GraphProblem } from '../graph-problem.ts'
import { readAs } from '../read-as.ts'

/** A subscription as Graph keeps it. */
export interface Subscription {
  subscriptionId: string
  endsAt: Date
}

/**
 * How long one lasts, in milliseconds. Graph allows a week for messages; a shorter one ends soon where no one deletes it
 * ("subscription resource type", maximum length).
 */
const lastsMs = 48 * 60 * 60_000

const form = z.object({ id: z.string(), expirationDateTime: z.string() })

type Client = GraphAccount['client']

/** Asks Graph to call an address for each new message in a folder. While it is asked, it calls the address once. */
export async function subscribe(
  client: Client,
  { folderId, url, state }: { folderId: string; url: string; state: string },
): Promise<Subscription> {
  const body = {
    changeType: 'created',
    ...{ notificationUrl: url, lifecycleNotificationUrl: url, clientState: state },
    resource: `users/${client.address}/mailFolders('${folderId.replaceAll("'", "''")}')/messages`,
    expirationDateTime: endOf(Date.now()),
  }
  return subscriptionOf(await client.ask({ method: 'POST', at: addressOf(client), headers: ids, body }))
}

/** Renews a subscription, which also reauthorizes it; undefined if Graph has it no more. */
export async function renew(client: Client, subscriptionId: string): Promise<Subscription | undefined> {
  const at = addressOf(client, subscriptionId)
  try {
    return subscriptionOf(await client.ask({ method: 'PATCH', at, body: { expirationDateTime: endOf(Date.now()) } }))
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** Ends a subscription; one that is gone is as good. */
export async function unsubscribe(client: Client, subscriptionId: string): Promise<void> {
  try {
    await client.ask({ method: 'DELETE', at: addressOf(client, subscriptionId) })
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

function isGone(error: unknown): boolean {
  return error instanceof GraphProblem && (error.status === 404 || error.status === 410)
}

function endOf(now: number): string {
  return new Date(now + lastsMs).toISOString()
}

function subscriptionOf(answer: unknown): Subscription {
  const { id, expirationDateTime } = readAs(form, answer)
  const endsAt = new Date(expirationDateTime)
  // A time that isn't any counts as soon: it is renewed then.
  return { subscriptionId: id, endsAt: Number.isNaN(endsAt.getTime()) ? new Date(Date.now() + 60 * 60_000) : endsAt }
}

function addressOf({ topUrl }: Client, subscriptionId?: string): URL {
  return topUrl(`/subscriptions${subscriptionId === undefined ? '' : `/${encodeURIComponent(subscriptionId)}`}`)
}
