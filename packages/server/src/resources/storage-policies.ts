import { checkTemplate } from '../storage/template.ts'
import type { Behaviour } from './behaviour.ts'

/** A template that cannot be read would hold up every document filed by it, so it is refused when it is saved. */
export const storagePolicyBehaviour: Behaviour = {
  beforeSave: async (_, { id, values }) => {
    const templates = ['documentPath', 'documentName'].flatMap((field) => {
      const problem = typeof values[field] === 'string' ? checkTemplate(values[field]) : undefined
      return problem ? [{ field, code: `template:${problem}` }] : []
    })
    return values.additionalStoragePolicyId === id
      ? [...templates, { field: 'additionalStoragePolicyId', code: 'leads_to_itself' }]
      : templates
  },
}
