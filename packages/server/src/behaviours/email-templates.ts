import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import type { Trx } from '../base/db/database.ts'
import { templateFiller } from '../outbox/templates/fill-on-thread.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'
import { whatLeadsTo } from '../records/in-use.ts'

/** A template that can't be filled in would hold up every email that uses it, so it is refused when saved. */
export const emailTemplateBehaviour: Behaviour = {
  beforeSave: async (trx, save) => {
    const { current, values } = save
    const after = { ...current, ...values }
    const kind = after.kind as TemplateKind
    const isMoved = current !== undefined && current.kind !== kind
    const fields = ['subject', 'body'] as const
    const asked = fields.map(async (field) => {
      // A text that was valid for one kind may have placeholders another kind doesn't have.
      const value = isMoved ? after[field] : values[field]
      if (typeof value !== 'string') return []
      const [problem] = await templateFiller.problems({ kind, field, template: value })
      return problem ? [{ field, code: `template:${problem}` }] : []
    })
    const wrong = (await Promise.all(asked)).flat()
    return isMoved ? [...(await inUse(trx, save)), ...wrong] : wrong
  },
}

/** Returns a problem if other records use the template, since they chose it for its previous kind. */
async function inUse(trx: Trx, { firmId, id, writer }: Save) {
  const asked = { firmId, ids: [id], canSee: sightOf(writer.role) }
  const uses = (await whatLeadsTo(trx, ['email_template'], asked)).get(id)
  return uses ? [{ field: 'kind', code: `kind_in_use:${uses.join(', ') || 'other records'}` }] : []
}
