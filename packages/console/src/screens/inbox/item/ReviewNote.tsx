import { useTranslation } from 'react-i18next'
import { translated } from '../../../ui/translated.ts'
import { reasonTone } from '../item-status.ts'
import { FixOptions, type FixProps } from './FixOptions.tsx'
import { firstSentence } from './first-sentence.ts'
import classes from './ReviewNote.module.css'

/** Shows the reason for the item's status, with the next step next to it. */
export function ReviewNote(props: FixProps) {
  const { t } = useTranslation()
  const { item, alsoWaiting } = props.view
  const tone = reasonTone(item.status)
  if (!tone || !item.reason) return null
  const [lead, rest] = firstSentence(translated(item.reason))
  return (
    <section className={classes.note} data-tone={tone} aria-label={t('inbox.note.label')}>
      <p>
        <strong>{lead}</strong> {rest} {alsoWaiting > 0 && t('inbox.note.siblings', { count: alsoWaiting })}
      </p>
      <FixOptions {...props} />
    </section>
  )
}
