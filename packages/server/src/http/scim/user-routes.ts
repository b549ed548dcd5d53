import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findPerson, listPeople, type Person, peopleColumns } from '../../auth/provisioning/find-people.ts'
import type { PersonWish } from '../../auth/provisioning/person-wish.ts'
import { addPerson, changePerson, removePerson } from '../../auth/provisioning/write-person.ts'
import { columnsOfType, filterCondition } from './filter-sql.ts'
import { readAttributes, readOperations } from './patch.ts'
import { readPerson } from './read-person.ts'
import { personJson, pick, readPicked, userSchema, versionOf } from './resource-json.ts'
import {
  idOf,
  limited,
  listJson,
  missing,
  reading,
  readPage,
  refuseChanged,
  type ScimDeps,
  type ScimWork,
  send,
  writing,
} from './scim-work.ts'
import { wrongValue } from './values.ts'

type Parameters = Readonly<Record<string, string>>

const columns = { ...peopleColumns, ...columnsOfType('User', userSchema) }

/** `/Users` of RFC 7644: the firm's people, whom a provider creates, changes and deactivates. */
export function scimUserRoutes(scim: FastifyInstance, deps: ScimDeps): void {
  readRoutes(scim, deps)
  scim.post('/Users', limited, async (request, reply) => {
    const { userName, ...wish } = readPerson(readAttributes(request.body))
    if (userName === undefined) throw wrongValue('userName is required.')
    const made = await writing(deps, request, async (work) => {
      const id = await addPerson(work.trx, work, { ...wish, userName })
      return { person: demand(await findPerson(work.trx, work.provisioner, id), id), base: work.base }
    })
    reply.code(201).header('location', `${made.base}/Users/${made.person.id}`)
    return sendPerson(reply, made)
  })
  scim.put('/Users/:id', limited, async (request, reply) => {
    const wish = readPerson(readAttributes(request.body))
    return sendPerson(reply, await change(deps, request, wish))
  })
  scim.patch('/Users/:id', limited, async (request, reply) => {
    const wish = readPerson(readOperations(request.body))
    return sendPerson(reply, await change(deps, request, wish))
  })
  scim.delete('/Users/:id', limited, async (request, reply) => {
    await writing(deps, request, async (work) => {
      await removePerson(work.trx, work, await demandCurrent(work, request))
    })
    return reply.code(204).send()
  })
}

function readRoutes(scim: FastifyInstance, deps: ScimDeps): void {
  scim.get('/Users', limited, async (request, reply) => {
    const query = request.query as Parameters
    const page = readPage(query)
    const where = filterCondition(query.filter, columns)
    const list = await reading(deps, request, async ({ trx, base, provisioner }) => {
      const { people, total } = await listPeople(trx, provisioner, { where, page })
      return listJson(
        people.map((person) => pick(personJson(person, base), readPicked(query))),
        { total, offset: page.offset },
      )
    })
    return send(reply, list)
  })
  scim.get('/Users/:id', limited, async (request, reply) => {
    const id = idOf(request)
    const found = await reading(deps, request, async ({ trx, base, provisioner }) => ({
      person: demand(await findPerson(trx, provisioner, id), id),
      base,
    }))
    return sendPerson(reply, found)
  })
}

interface Shown {
  person: Person
  base: string
}

function change(deps: ScimDeps, request: FastifyRequest, wish: PersonWish): Promise<Shown> {
  return writing(deps, request, async (work) => {
    const { trx, provisioner, base } = work
    const person = await demandCurrent(work, request)
    await changePerson(trx, work, { person, wish })
    return { person: demand(await findPerson(trx, provisioner, person.id), person.id), base }
  })
}

async function demandCurrent({ trx, provisioner }: ScimWork, request: FastifyRequest): Promise<Person> {
  const id = idOf(request)
  const person = demand(await findPerson(trx, provisioner, id), id)
  refuseChanged(request, person)
  return person
}

function demand(person: Person | undefined, id: string): Person {
  if (!person) throw missing(id)
  return person
}

function sendPerson(reply: FastifyReply, { person, base }: Shown): FastifyReply {
  reply.header('etag', versionOf(person))
  return send(reply, pick(personJson(person, base), readPicked(reply.request.query as Parameters)))
}
