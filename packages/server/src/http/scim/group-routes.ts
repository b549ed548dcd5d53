import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findGroup, type Group, groupColumns, listGroups } from '../../auth/provisioning/find-groups.ts'
import { addGroup, changeGroup, type GroupWish, removeGroup } from '../../auth/provisioning/write-group.ts'
import { columnsOfType, filterCondition } from './filter-sql.ts'
import { readAttributes, readOperations } from './patch.ts'
import { readGroup } from './read-group.ts'
import { groupJson, groupSchema, isPicked, pick, readPicked, versionOf } from './resource-json.ts'
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

const columns = { ...groupColumns, ...columnsOfType('Group', groupSchema) }

/** `/Groups` of RFC 7644: the provider's groups, which give their members roles. */
export function scimGroupRoutes(scim: FastifyInstance, deps: ScimDeps): void {
  readRoutes(scim, deps)
  scim.post('/Groups', limited, async (request, reply) => {
    const { displayName, ...wish } = readGroup(readAttributes(request.body))
    if (displayName === undefined) throw wrongValue('displayName is required.')
    const made = await writing(deps, request, async (work) => {
      const id = await addGroup(work.trx, work, { ...wish, displayName })
      return shown(work, id)
    })
    reply.code(201).header('location', `${made.base}/Groups/${made.group.id}`)
    return sendGroup(reply, made)
  })
  scim.put('/Groups/:id', limited, async (request, reply) => {
    const wish = readGroup(readAttributes(request.body))
    const changed = await writing(deps, request, async (work) => shown(work, await change(work, request, wish)))
    return sendGroup(reply, changed)
  })
  scim.patch('/Groups/:id', limited, async (request, reply) => {
    const wish = readGroup(readOperations(request.body))
    await writing(deps, request, (work) => change(work, request, wish))
    // Without the members, of which there may be thousands.
    return reply.code(204).send()
  })
  scim.delete('/Groups/:id', limited, async (request, reply) => {
    await writing(deps, request, async (work) => {
      await removeGroup(work.trx, work, await demandCurrent(work, request))
    })
    return reply.code(204).send()
  })
}

function readRoutes(scim: FastifyInstance, deps: ScimDeps): void {
  scim.get('/Groups', limited, async (request, reply) => {
    const query = request.query as Parameters
    const page = readPage(query)
    const where = filterCondition(query.filter, columns)
    const picked = readPicked(query)
    const list = await reading(deps, request, async ({ trx, base, provisioner }) => {
      const hasMembers = isPicked('members', picked)
      const { groups, total } = await listGroups(trx, provisioner, { where, page, hasMembers })
      return listJson(
        groups.map((group) => pick(groupJson(group, base), picked)),
        { total, offset: page.offset },
      )
    })
    return send(reply, list)
  })
  scim.get('/Groups/:id', limited, async (request, reply) => {
    const id = idOf(request)
    return sendGroup(reply, await reading(deps, request, (work) => shown(work, id)))
  })
}

interface Shown {
  group: Group
  base: string
}

async function shown({ trx, provisioner, base }: Pick<ScimWork, 'trx' | 'base' | 'provisioner'>, id: string) {
  const group = await findGroup(trx, provisioner, { id, hasMembers: true })
  if (!group) throw missing(id)
  return { group, base }
}

/** Returns the ID of the group. */
async function change(work: ScimWork, request: FastifyRequest, wish: GroupWish): Promise<string> {
  const group = await demandCurrent(work, request)
  await changeGroup(work.trx, work, { group, wish })
  return group.id
}

async function demandCurrent({ trx, provisioner }: ScimWork, request: FastifyRequest): Promise<Group> {
  const id = idOf(request)
  const group = await findGroup(trx, provisioner, { id })
  if (!group) throw missing(id)
  refuseChanged(request, group)
  return group
}

function sendGroup(reply: FastifyReply, { group, base }: Shown): FastifyReply {
  reply.header('etag', versionOf(group))
  return send(reply, pick(groupJson(group, base), readPicked(reply.request.query as Parameters)))
}
