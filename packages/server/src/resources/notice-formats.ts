import { compileFormat } from '../courts/firm-format/compile-format.ts'
import { definitionOf } from '../courts/firm-format/definition.ts'
import type { Behaviour } from './behaviour.ts'

/** A format that cannot be used would be found out by the first notice that it does not read, so it is refused. */
export const noticeFormatBehaviour: Behaviour = {
  beforeSave: async (_, { values, current }) => {
    const compiled = compileFormat(definitionOf({ ...current, ...values }))
    if ('parser' in compiled) return []
    return compiled.problems.map(({ field, sentence }) => ({ field, code: `notice_format:${sentence}` }))
  },
}
