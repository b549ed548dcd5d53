import { compileFormat } from '../courts/formats/firm-format/compile-format.ts'
import { definitionOf } from '../courts/formats/firm-format/definition.ts'
import type { Behaviour } from '../records/behaviour.ts'

/** Refuses an unusable format when it is saved; otherwise the first notice it can't read would reveal the mistake. */
export const noticeFormatBehaviour: Behaviour = {
  beforeSave: async (_, { values, current }) => {
    const compiled = compileFormat(definitionOf({ ...current, ...values }))
    if ('parser' in compiled) return []
    return compiled.problems.map(({ field, sentence }) => ({ field, code: `notice_format:${sentence}` }))
  },
}
