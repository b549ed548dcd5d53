import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconArrowsMaximize, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ItemStatusDot } from '../ItemStatusDot.tsx'
import { rowLines } from '../row-lines.ts'
import { useCourtNames } from '../use-courts.ts'
import { ItemActions } from './ItemActions.tsx'
import classes from './ItemHeader.module.css'
import type { ItemPanelProps } from './item-frame.ts'
import { type ItemView, useListedItem } from './item-view.ts'

/** Shows the item's status, its title, and its actions; at first what its row in the list said. */
export function ItemHeader({
  id,
  view,
  hasFailed,
  place,
  acting,
  isPage,
}: ItemPanelProps & { view?: ItemView; hasFailed: boolean }) {
  const { t } = useTranslation()
  const listed = useListedItem(id)
  const item = view?.item ?? listed
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        {isPage && <IconButton label={t('inbox.item.back')} icon={IconArrowLeft} onClick={place.close} />}
        {item && <ItemStatusDot status={item.status} disposition={item.disposition} />}
        {!isPage && (
          <span className={classes.window}>
            <IconButton label={t('inbox.item.page')} icon={IconArrowsMaximize} onClick={place.openAsPage} />
            <IconButton label={t('inbox.item.close')} icon={IconX} onClick={place.close} />
          </span>
        )}
      </div>
      <h2 className={classes.title} tabIndex={-1} data-autofocus>
        <bdi>
          {item
            ? rowLines(item).title || t('inbox.table.untitled')
            : t(hasFailed ? 'inbox.item.notice' : 'inbox.item.loading')}
        </bdi>
      </h2>
      {view && <Subtitle view={view} />}
      {view && <ItemActions view={view} acting={acting} />}
    </header>
  )
}

function Subtitle({ view: { item, envelope, notice } }: { view: ItemView }) {
  const { t } = useTranslation()
  const courtOf = useCourtNames([item.ecfxJurisdictionId])
  const number = envelope?.documentNumber || notice.documentNumber?.value
  const parts = [
    courtOf(item.ecfxJurisdictionId)?.citation,
    item.docketNumber,
    number && t('inbox.item.documentNumber', { number }),
  ]
  const text = parts.filter(Boolean).join(' · ')
  return text === '' ? null : <p className={classes.subtitle}>{text}</p>
}

function IconButton({ label, icon: Icon, onClick }: { label: string; icon: typeof IconX; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <Icon size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
