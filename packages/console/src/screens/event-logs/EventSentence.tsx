import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { titleQuery } from '../../session/titles.ts'
import { translated } from '../../ui/translated.ts'
import type { ShownEvent } from './event.ts'
import { eventSentence, type Named, recordsNamed, type TitleOfNamed } from './event-sentence.ts'

/** Shows what happened, in the reader's terms; the stored sentence until the names in it are loaded. */
export default function EventSentence({ row }: { row: AnyRow }) {
  // Renders again when the firm's words change.
  useTranslation()
  const event = row as ShownEvent
  const { titleOfNamed, isPending } = useRecordTitles(recordsNamed(event))
  return <>{isPending ? translated(event.sentence ?? '') : eventSentence(event, titleOfNamed)}</>
}

/** Returns the loaded names of these records, as far as the role may see them. */
function useRecordTitles(records: readonly Named[]): { titleOfNamed: TitleOfNamed; isPending: boolean } {
  const answers = useQueries({
    queries: records.map(({ entity, id }) => ({ ...titleQuery(entity, id), retry: false })),
  })
  const keyOf = ({ entity, id }: Named) => `${entity} ${id}`
  const titles = new Map(records.map((record, index) => [keyOf(record), answers[index]?.data]))
  return {
    titleOfNamed: (record) => titles.get(keyOf(record)) ?? undefined,
    isPending: answers.some((answer) => answer.isPending),
  }
}
