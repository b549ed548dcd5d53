import { CloseButton, Popover, TextInput } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './InboxFilters.module.css'
import { useCourtNames, useCourtSearch } from './use-courts.ts'

interface CourtFilterProps {
  courtIds: readonly string[]
  onChange: (courtIds: readonly string[]) => void
}

/** The chip that says of which courts the list shows notices, and where they are chosen. */
export function CourtFilter({ courtIds, onChange }: CourtFilterProps) {
  const { t } = useTranslation()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const nameOf = useCourtNames(courtIds)
  const chosen = courtIds.map((id) => nameOf(id)?.label ?? id).join(', ')
  return (
    <span className={classes.group}>
      <Popover
        opened={isOpen}
        onChange={(open) => !open && close()}
        position="bottom-start"
        width={320}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <button type="button" className={classes.chip} data-empty={chosen === '' || undefined} onClick={toggle}>
            {chosen === '' ? (
              t('inbox.filter.addCourt')
            ) : (
              <>
                {t('inbox.filter.court')} <strong>{chosen}</strong>
              </>
            )}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('inbox.filter.court')}>
          <CourtChoice courtIds={courtIds} onChange={onChange} />
        </Popover.Dropdown>
      </Popover>
      {chosen !== '' && (
        <CloseButton size="sm" aria-label={t('inbox.filter.removeCourts')} onClick={() => onChange([])} />
      )}
    </span>
  )
}

function CourtChoice({ courtIds, onChange }: CourtFilterProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text.trim(), 200)
  const courts = useCourtSearch(settled, true)
  const toggle = (id: string) =>
    onChange(courtIds.includes(id) ? courtIds.filter((other) => other !== id) : [...courtIds, id])
  return (
    <>
      <TextInput
        data-autofocus
        size="xs"
        aria-label={t('inbox.filter.findCourt')}
        placeholder={t('inbox.filter.findCourt')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={classes.list}>
        {courts.map((court) => (
          <li key={court.id}>
            <label className={classes.option}>
              <input type="checkbox" checked={courtIds.includes(court.id)} onChange={() => toggle(court.id)} />
              {court.abbreviation || court.id.toUpperCase()} <span>{court.citation || court.name}</span>
            </label>
          </li>
        ))}
      </ul>
      {courts.length === 0 && settled !== '' && <p className={classes.nothing}>{t('inbox.filter.noCourt')}</p>}
    </>
  )
}
