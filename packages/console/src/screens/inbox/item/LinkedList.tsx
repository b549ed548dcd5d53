import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatTime } from '../../../ui/format-time.ts'
import { ItemStatusDot } from '../ItemStatusDot.tsx'
import { documentsText, rowLines } from '../row-lines.ts'
import panel from './ItemPanel.module.css'
import type { Linked } from './item-view.ts'
import classes from './LinkedList.module.css'

interface LinkedListProps {
  linked: readonly Linked[]
  onOpen: (id: string) => void
}

const relations = ['parent', 'child', 'part', 'duplicate', 'filing'] as const

/** Lists related items, grouped by relation; each can be viewed without leaving the page. */
export function LinkedList({ linked, onOpen }: LinkedListProps) {
  const { t } = useTranslation()
  return relations.map((relation) => {
    const items = linked.filter((entry) => entry.relation === relation)
    if (items.length === 0) return null
    return (
      <section key={relation} className={panel.section}>
        <h3 className={panel.heading}>{t(`inbox.linked.${relation}`, { count: items.length })}</h3>
        <ul className={panel.list}>
          {items.map((entry) => (
            <LinkedItem key={entry.item.id} {...entry} onOpen={onOpen} />
          ))}
        </ul>
      </section>
    )
  })
}

function LinkedItem({ relation, item, recipients, onOpen }: Linked & Pick<LinkedListProps, 'onOpen'>) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const { title, number, detail } = rowLines(item)
  const sentTo = recipients.join(', ')
  // The messages about a filing differ in little but whom they were sent to.
  const name = (relation === 'filing' && sentTo) || item.subject || t('inbox.table.untitled')
  const facts = [
    [t('inbox.linked.sentTo'), sentTo],
    [t('inbox.table.case'), [title, number].filter(Boolean).join(' ')],
    [t('inbox.mail.from'), item.sender],
    [t('inbox.note.label'), detail],
    [t('inbox.documents.title'), documentsText(item)],
  ]
  const open = (button: HTMLElement) => {
    // The button goes with the notice it is in; without the focus, the keys would mean nothing.
    button.closest<HTMLElement>('[data-inbox-item]')?.focus({ preventScroll: true })
    onOpen(item.id)
  }
  return (
    <li className={classes.entry}>
      <button
        type="button"
        className={`${panel.pressable} ${classes.toggle}`}
        aria-expanded={isShown}
        onClick={() => setShown((shown) => !shown)}
      >
        <IconChevronRight size={15} aria-hidden />
        <span className={panel.entryText}>
          {name}
          {item.receivedAt && (
            <small className="num">{`${formatDay(item.receivedAt)} ${formatTime(item.receivedAt)}`}</small>
          )}
        </span>
        <span className={panel.entryStatus}>
          <ItemStatusDot status={item.status} disposition={item.disposition} />
        </span>
      </button>
      {isShown && (
        <div className={classes.preview}>
          <dl>
            {facts.map(([name, value]) => value && <Fact key={name} name={String(name)} value={String(value)} />)}
          </dl>
          {item.snippet && <p className={classes.snippet}>{item.snippet}</p>}
          <button type="button" className={classes.open} onClick={({ currentTarget }) => open(currentTarget)}>
            {t('inbox.linked.open')}
          </button>
        </div>
      )}
    </li>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
