import type { BodyOf } from '@courtcrier/contract/calls/call.ts'
import { listMailboxFolders, type MailboxFolders } from '@courtcrier/contract/calls/mailboxes.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isDelegated } from '@courtcrier/contract/mail-sign-in.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { readUuid } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { withFirmWrite } from '../base/db/firm-write.ts'
import type { Services } from '../base/services.ts'
import { openGraphClient } from '../mail/graph/graph-client.ts'
import { graphFolders } from '../mail/graph/list-graph-folders.ts'
import { accountOf } from '../mail/mailboxes/account-of.ts'
import { grantedTokens } from '../mail/mailboxes/grants/grant-tokens.ts'
import { type MailboxWays, openMailboxWays } from '../mail/mailboxes/keep-mailboxes.ts'
import { keepToken } from '../mail/mailboxes/keep-token.ts'
import { type FolderSource, failed, listFolders, longestMs } from '../mail/mailboxes/list-folders.ts'
import { imapFolders } from '../mail/mailboxes/list-imap-folders.ts'
import { MailboxProblem } from '../mail/mailboxes/mailbox-problem.ts'
import { findMailboxes, type MailboxRow, openMailbox } from '../mail/mailboxes/mailbox-rows.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { readAsIfSaved } from '../records/write/as-if-saved.ts'
import type { RowChange } from '../records/write/change.ts'
import { demand } from './resources.ts'
import { previewLimit } from './server/preview-limit.ts'
import { serveCall } from './server/serve-call.ts'

type FolderServices = Pick<Services, 'config' | 'database' | 'secrets'>

/** Lists the folders of a mailbox, saved or not. Anyone who may change it may list them. */
export function mailboxFolderRoutes(api: FastifyInstance, services: FolderServices): void {
  const ways = openMailboxWays(services)
  const answer = async (caller: Caller, change: Change): Promise<MailboxFolders> => {
    const row = await findAsIfSaved(services, { caller, change })
    if (!row)
      return failed('This mailbox has no folders to choose from: its provider calls Courtcrier with each message.')
    // Outside the transaction, because it uses the network.
    const listed = await listFolders(() => foldersIn(row, { services, ways }))
    await noteListed(services, { caller, change, name: row.name, listed })
    return listed
  }
  serveCall(
    api,
    listMailboxFolders,
    async ({ request, body }) => answer(demand(request, mailbox, 'FULL'), changeOf(body)),
    { rateLimit: previewLimit },
  )
}

type Change = Exclude<RowChange, { kind: 'delete' }>

/** Which folder was entered so far doesn't say which there are, even if it couldn't be saved. */
function changeOf({ id, mailbox: draft = {} }: BodyOf<typeof listMailboxFolders>): Change {
  const { folder: _, doneFolder: __, readFrom: ___, ...input } = draft
  if (id === undefined) return { kind: 'create', input }
  const known = readUuid(id)
  if (known === undefined) throw new ApiError('not_found')
  return { kind: 'update', id: known, input }
}

interface Asked {
  caller: Caller
  change: Change
}

/** Undefined for one that isn't read. Throws what saving it would be refused with. */
function findAsIfSaved(
  { database, secrets }: FolderServices,
  { caller, change }: Asked,
): Promise<MailboxRow | undefined> {
  const { firmId, role, userId, timekeeperId, key } = caller
  const writer = { firmId, role, userId, timekeeperId, key, box: secrets }
  return withFirmWrite(database, firmId, (trx) =>
    readAsIfSaved(trx, mailbox, {
      change,
      writer,
      read: async (id) => {
        const [row] = await findMailboxes(trx, sql<boolean>`m.firm_id = ${firmId} and m.id = ${id}::uuid`)
        return row
      },
    }),
  )
}

function foldersIn(row: MailboxRow, { services, ways }: { services: FolderServices; ways: MailboxWays }): FolderSource {
  const { firmId, id, readFrom, signedInAt } = row
  const settings = openMailbox(row, services.secrets)
  // What was consented to for another address would open this one, too.
  if (isDelegated(settings.service) && !signedInAt) throw new MailboxProblem(notSignedIn, { isRefusal: true })
  if (settings.service === 'GRAPH') {
    const { hosts, fetch } = ways
    const accessToken = keepToken(settings, fetch)
    return graphFolders(openGraphClient({ settings, permission: 'Mail.ReadWrite', hosts, accessToken, longestMs }))
  }
  const granted = grantedTokens(services, { kind: 'mailbox', firmId, id, settings, fetch: ways.fetch })
  return imapFolders(accountOf({ firmId, readFrom, settings, granted, ...ways }))
}

const notSignedIn =
  'Someone has to sign in to this mailbox before its folders can be listed. Save the mailbox first, then sign in.'

interface Listed extends Asked {
  name: string
  listed: MailboxFolders
}

async function noteListed({ database }: FolderServices, { caller, change, name, listed }: Listed): Promise<void> {
  const { firmId, userId, user } = caller
  await withFirmWrite(database, firmId, (trx) =>
    recordEvent(trx, {
      ...{ firmId, userId, level: listed.ok ? 'INFO' : 'WARNING', type: 'other', entity: mailbox.name },
      sentence: `${user.fullName} listed the folders of the mailbox "${name}": ${listed.sentence}`,
      ...(change.kind === 'update' ? { entityId: change.id } : {}),
      action: 'mailbox_folders_listed',
      recordTitle: name,
      facts: { result: listed.sentence.slice(0, 1000) },
    }),
  )
}
