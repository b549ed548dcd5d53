import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { openOutgoingMail } from '../../outbox/mail/outgoing-mail.ts'
import { openTestServices } from '../../testing/services.ts'
import { startWorker } from '../../worker.ts'
import { isAbsence, type Resolve } from '../dns-gateway.ts'
import { startSmtpListener } from '../smtp-listener.ts'
import { eventually } from './eventually.ts'
import { connectSmtp, startMessage } from './smtp-client.ts'

/** What became of a message. */
export interface Outcome {
  status: string
  reason: string | null
}

/** A mail server and a worker, to which hostile messages are sent. */
export interface HostileService {
  services: Services
  /** Sends a message. Returns the mail server's answer, and the ID and outcome of its item once it has been read. */
  send: (message: string | Buffer) => Promise<Sent>
  /** Returns the item's outcome once it has been read. */
  outcomeOf: (id: string) => Promise<Outcome | undefined>
  close: () => Promise<void>
}

export interface Sent {
  answer: string
  id?: string
  outcome: Outcome | undefined
}

/** Starts both in this process. The names of other servers are looked up with `resolve`. */
export async function startHostileService(resolve: Resolve): Promise<HostileService> {
  const dns = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://gateway')
    try {
      response.end(JSON.stringify(await resolve(searchParams.get('name') ?? '', searchParams.get('type') ?? '')))
    } catch (error) {
      response.writeHead(isAbsence(error) ? 404 : 502).end()
    }
  })
  await new Promise<void>((listening) => dns.listen(0, '127.0.0.1', listening))
  const gateway = `http://127.0.0.1:${(dns.address() as AddressInfo).port}/`
  const held = await openTestServices({ environment: { COURTCRIER_DNS_GATEWAY: gateway } })
  const { services } = held
  const listener = await startSmtpListener(services)
  const worker = await startWorker(services, openOutgoingMail(services.config, services.log))
  const outcomeOf = (id: string) => readOutcome(services, id)
  return {
    services,
    outcomeOf,
    send: async (message) => {
      const answer = await sendMail(listener.port, message)
      const id = /Received as (\S+)\.$/.exec(answer)?.[1]
      return id === undefined ? { answer, outcome: undefined } : { answer, id, outcome: await outcomeOf(id) }
    },
    close: async () => {
      await listener.close()
      await worker.stop()
      await held.close()
      dns.closeAllConnections()
      dns.close()
    },
  }
}

async function sendMail(port: number, message: string | Buffer): Promise<string> {
  const client = await connectSmtp(port)
  await startMessage(client, { to: ['notices@one.example'] })
  await client.say('DATA')
  await client.write(message)
  const answer = await client.say('\r\n.')
  client.end()
  return answer
}

async function readOutcome({ database }: Services, id: string): Promise<Outcome | undefined> {
  const look = async () => {
    const { rows } = await withFirm(database, 1, (trx) =>
      sql<Outcome>`select status, reason from inbox_items where firm_id = 1 and id = ${id}::uuid`.execute(trx),
    )
    return rows[0]
  }
  await eventually(async () => (await look())?.status).not.toMatch(/^(New|Started)$/)
  return look()
}
