import { setTimeout as sleep } from 'node:timers/promises'
import { isDelegated } from '@courtcrier/contract/mail-sign-in.ts'
import type { CustomFetch } from 'openid-client'
import { withFirm } from '../../../base/db/firm-transaction.ts'
import { newId } from '../../../base/db/ids.ts'
import { keepTrying } from '../../../base/db/keep-trying.ts'
import type { Services } from '../../../base/services.ts'
import { MailboxProblem } from '../mailbox-problem.ts'
import type { MailSignIn } from '../sign-in.ts'
import { type AccountKey, placeOf } from './accounts.ts'
import { renewTokens } from './ask-for-tokens.ts'
import { consents, type DelegatedSignIn } from './consents.ts'
import { GrantProblem } from './grant-problem.ts'
import { endLease, findGrant, type GivenTokens, leaseGrant, saveRenewal } from './grant-rows.ts'

/** Returns an access token; another one if the last was refused. Throws a `MailboxProblem` that says what to do. */
export type TokenSource = (isRefused?: boolean) => Promise<string>

type GrantServices = Pick<Services, 'database' | 'secrets'>

interface Wanted extends AccountKey {
  settings: MailSignIn
  fetch: CustomFetch
  /** Asks the service even if it has ended the consent, as a person who tests wants to know. */
  insists?: boolean
}

/**
 * Returns where an account's access tokens come from if a person signs in to it; undefined if it signs in by itself. All
 * processes share one grant: whichever needs a token first renews it, and the others use what it was given.
 */
export function grantedTokens(services: GrantServices, { settings, ...wanted }: Wanted): TokenSource | undefined {
  if (!isOfPerson(settings)) return undefined
  let last: Held | undefined
  return async (isRefused = false) => {
    if (isRefused || !last || !isFresh(last.accessEndsAt))
      last = await getToken(services, { ...wanted, settings, ...(isRefused && last ? { refused: last } : {}) })
    return last.accessToken
  }
}

function isOfPerson(settings: MailSignIn): settings is DelegatedSignIn {
  return isDelegated(settings.service)
}

type Held = Pick<GivenTokens, 'accessToken' | 'accessEndsAt'>

/** A token that ends within this time, in milliseconds, is replaced before it is used. */
const marginMs = 2 * 60_000

function isFresh(endsAt: Date): boolean {
  return endsAt.getTime() - marginMs > Date.now()
}

interface Getting extends Omit<Wanted, 'settings'> {
  settings: DelegatedSignIn
  /** The token that the mail server has refused. */
  refused?: Held
}

/** How often to look whether another process has renewed the token, and for how long, in milliseconds. */
const lookMs = 250
const longestMs = 90_000

async function getToken(services: GrantServices, getting: Getting): Promise<Held> {
  const { settings, refused, insists = false } = getting
  const until = performance.now() + longestMs
  while (performance.now() < until) {
    const found = await readGrant(services, getting)
    if (!found) throw new MailboxProblem(notSignedIn(settings), { isRefusal: true })
    if (found.refused !== null && !insists) throw new GrantProblem(found.refused, { isRefusal: true })
    const { accessToken, accessEndsAt, stored } = found
    const isUsable = accessToken !== undefined && accessEndsAt && isFresh(accessEndsAt)
    if (isUsable && !insists && accessToken !== refused?.accessToken) return { accessToken, accessEndsAt }
    const renewed = await renewOnce(services, getting, stored)
    if (renewed) return renewed
    await sleep(lookMs)
  }
  throw new MailboxProblem(
    'The token is being renewed by another process of this installation, and that takes longer than usual.',
    { isRefusal: false },
  )
}

export function notSignedIn({ service }: Pick<DelegatedSignIn, 'service'>): string {
  return `Not signed in yet. Press "Sign in with ${consents[service].provider}" here.`
}

async function readGrant({ database, secrets }: GrantServices, getting: Getting) {
  const place = placeOf(getting.kind, getting.settings)
  return withFirm(database, getting.firmId, (trx) => findGrant(trx, getting, { box: readable(secrets), place }))
}

/** Undefined if another process renews it or just has, or what was renewed is no longer wanted. */
async function renewOnce(
  services: GrantServices,
  getting: Getting,
  found: Uint8Array | null,
): Promise<Held | undefined> {
  const { database } = services
  const box = readable(services.secrets)
  const { kind, firmId, settings, fetch } = getting
  const [lease, place] = [newId(), placeOf(kind, settings)]
  const used = await withFirm(database, firmId, (trx) => leaseGrant(trx, getting, { lease, found, box, place }))
  if (!used) return undefined
  try {
    // Outside a transaction, because it uses the network.
    const tokens = await renewTokens(settings, { refreshToken: used.refreshToken, fetch })
    // The one that was used may work no more: this one must not be lost.
    const isSaved = await keepTrying(() =>
      withFirm(database, firmId, (trx) => saveRenewal(trx, getting, { used, box, place, tokens })),
    )
    return isSaved ? tokens : undefined
  } catch (error) {
    const refused = error instanceof GrantProblem ? error.message : undefined
    await withFirm(database, firmId, (trx) => endLease(trx, getting, { lease, refused }))
    throw error
  }
}

/** What was encrypted with another key, or for other settings, is worth nothing. */
function readable({ seal, open }: Services['secrets']): Services['secrets'] {
  return {
    seal,
    open: (sealed, place) => {
      try {
        return open(sealed, place)
      } catch (cause) {
        const sentence =
          'The sign-in cannot be read with the key of this server, or was for other settings. Sign in again.'
        throw new MailboxProblem(sentence, { isRefusal: true, cause })
      }
    },
  }
}
