import { useQueries } from '@tanstack/react-query'
import { titleQuery } from '../../session/titles.ts'
import type { Named, TitleOf } from './event-sentence.ts'

/** The names of these records, as far as they are known by now and the role may know them. */
export function useRecordTitles(records: readonly Named[]): { titleOf: TitleOf; isPending: boolean } {
  const answers = useQueries({
    queries: records.map(({ entity, id }) => ({ ...titleQuery(entity, id), retry: false })),
  })
  const keyOf = ({ entity, id }: Named) => `${entity} ${id}`
  const titles = new Map(records.map((record, index) => [keyOf(record), answers[index]?.data]))
  return {
    titleOf: (record) => titles.get(keyOf(record)) ?? undefined,
    isPending: answers.some((answer) => answer.isPending),
  }
}
