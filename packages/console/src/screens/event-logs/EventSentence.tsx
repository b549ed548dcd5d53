import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useTranslation } from 'react-i18next'
import type { ShownEvent } from './event.ts'
import { eventSentence, recordsNamed } from './event-sentence.ts'
import { useRecordTitles } from './use-record-titles.ts'

/** What happened, in the words of whoever reads it; as it was written down until the names in it are known. */
export default function EventSentence({ row }: { row: AnyRow }) {
  // Drawn anew when the firm's words become others.
  useTranslation()
  const event = row as ShownEvent
  const { titleOf, isPending } = useRecordTitles(recordsNamed(event))
  return <>{isPending ? event.sentence : eventSentence(event, titleOf)}</>
}
